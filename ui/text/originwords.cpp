// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/originwords.h"

#include "ui/text/foreign.h"
#include "ui/text/names.h"

#include <QCoreApplication>

namespace shardscope {

namespace {

class OriginWords
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::OriginWords)
};

QString foreign(const std::string &text)
{
    return shortened(toText(text));
}

/// "recipe.yaml, line 12"
QString placeText(const Origin &origin)
{
    const QString file = fileWord(origin.file);
    return origin.line > 0 ? OriginWords::tr("%1, line %2", "file").arg(file).arg(origin.line)
                           : file;
}

QString fileText(const Origin &origin)
{
    if (origin.key.empty())
        return OriginWords::tr("From %1", "place in a file").arg(placeText(origin));
    const QString said
        = foreign(origin.text.empty() ? origin.key : origin.key + ": " + origin.text);
    return OriginWords::tr("From %1: %2", "place in a file, what stands there")
        .arg(placeText(origin), said);
}

QString derivedText(const Origin &origin)
{
    const QString keys = foreign(origin.key);
    if (keys.isEmpty())
        return OriginWords::tr("Follows from what files say");
    if (origin.file.empty() && origin.line == 0)
        return OriginWords::tr("Follows from %1", "keys of files").arg(keys);
    return OriginWords::tr("Follows from %1 (%2)", "keys of files, place of the first")
        .arg(keys, placeText(origin));
}

} // namespace

QString fileWord(const std::string &file)
{
    const QString name = toText(file);
    const QString last = name.section(u'/', -1, -1, QString::SectionSkipEmpty);
    return last.isEmpty() ? OriginWords::tr("pasted text", "in place of a file's name")
                          : shortened(last, 48);
}

QString originText(const Origin &origin)
{
    switch (origin.kind) {
    case OriginKind::Default:
        break;
    case OriginKind::Format:
        return origin.key.empty()
            ? OriginWords::tr("Not said by any file")
            : OriginWords::tr("Not said by any file: what %1 takes", "program")
                  .arg(foreign(origin.key));
    case OriginKind::File:
        return fileText(origin);
    case OriginKind::Derived:
        return derivedText(origin);
    case OriginKind::User:
        return OriginWords::tr("Set by you");
    }
    return {};
}

} // namespace shardscope
