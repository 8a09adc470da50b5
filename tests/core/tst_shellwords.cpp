// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/shellwords.h"

#include <QTest>

using namespace shardscope;

namespace {

ShellScript read(const std::string &text)
{
    const auto script = readShell(text);
    return script ? *script : ShellScript{};
}

/// Commands as "a|b|c", one a line.
QStringList commands(const std::string &text)
{
    QStringList result;
    for (const ShellCommand &command : read(text).commands) {
        QStringList words;
        for (const ShellWord &word : command.words)
            words.append(QString::fromStdString(word.text));
        if (!words.isEmpty())
            result.append(words.join('|'));
    }
    return result;
}

} // namespace

class TestShellWords : public QObject
{
    Q_OBJECT

private slots:
    void splits_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const char *text, const char *expected) {
            QTest::newRow(name) << QByteArray(text) << QString(expected);
        };
        row("plain", "a b  c", "a|b|c");
        row("quotes", "a 'b  c' \"d 'e'\" f\\ g", "a|b  c|d 'e'|f g");
        row("empty word", "a '' \"\"", "a||");
        row("a quote within a word", "--x='1 2'y", "--x=1 2y");
        row("continued line", "a \\\n  b \\\r\n c", "a|b|c");
        row("comment", "a b # c 'd\ne#f", "a|b\ne#f");
        row("commands", "a;b&&c||d|e&f", "a\nb\nc\nd\ne\nf");
        row("redirections", "a > x 2>&1 < y &> z b 2>/dev/null", "a|b");
        row("subshell and group", "(a b); { c; }", "a|b\nc");
        row("branches are read through", "if a; then b; else c; fi\nwhile d; do e; done",
            "a\nb\nc\nd\ne");
        row("here-document is no command", "cat <<EOF\na b\nEOF\nc", "cat\nc");
        row("here-string", "a <<< 'b' c", "a|c");
        row("ANSI quote", "a $'b\\tc'", "a|b\tc");
        row("fences of Markdown", "```bash\na b\n```", "a|b");
        row("arithmetic command", "((n<<2))\na", "a");
        row("unclosed quote", "a 'b c", "a|b c");
    }
    void splits()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        QCOMPARE(commands(text.toStdString()).join('\n'), expected);
    }

    void expands_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const char *text, const char *expected) {
            QTest::newRow(name) << QByteArray(text) << QString(expected);
        };
        row("variable", "N=8\na $N ${N} \"x$N\" '$N' \\$N", "a|8|8|x8|$N|$N");
        row("export", "export N=8\na $N", "export\na|8");
        row("default", "a ${N:-4} ${1:-8} \"${X:-y z}\" ${A:-${B:-2}}", "a|4|8|y z|2");
        row("default of a set one", "N=8\na ${N:-4}", "a|8");
        row("assigned default", "a ${N:=4}\nb $N", "a|4\nb|4");
        row("its own default", "N=${N:-8}\na $N", "a|8");
        row("array", "A=(--x 1 # why\n --y '2 3')\na \"${A[@]}\" ${A[0]} ${A[*]}",
            "a|--x|1|--y|2 3|--x|--x|1|--y|2|3");
        row("array is added to", "A=(1)\nA+=(2 3)\na \"${A[@]}\"", "a|1|2|3");
        row("empty array", "A=()\na \"${A[@]}\" b", "a|b");
        row("text is split", "A=' --x 1  --y 2 '\na $A \"$A\"", "a|--x|1|--y|2| --x 1  --y 2 ");
        row("text is added to", "A=x\nA+=' y'\na $A", "a|x|y");
        row("empty", "A=\na $A \"$A\" b", "a||b");
        row("computed", "N=8\na $((2*8)) $(($N * 2 + 1)) $(( (N - 2) / 4 ))", "a|16|17|1");
        row("not computed", "a $((M*2)) $((1/0)) $((010))", "a|$((M*2))|$((1/0))|$((010))");
        row("unknown", "a $M x${M}y $(b 'c d') `e f` $1 $@", "a|$M|x${M}y|$(b 'c d')|`e f`|$1|$@");
        row("for its own command alone", "N=1 a $N\nb $N", "a|$N\nb|$N");
        row("of a loop", "N=1\nfor N in 2 3; do a $N; done", "for|N|in|2|3\na|$N");
        row("argument keeps its default", "N=8\ncase $1 in --n) N=\"$2\";; esac\na $N",
            "case|$1|in|--n\na|8");
        row("string operators are unknown", "N=a.b\na ${N%.*} ${#N}", "a|${N%.*}|${#N}");
    }
    void expands()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        QCOMPARE(commands(text.toStdString()).join('\n'), expected);
    }

    void unknownNamesAndLines()
    {
        const ShellScript script = read("A=(\n --x\n $N\n)\na \"${A[@]}\" \\\n b $(nproc)");
        const std::vector<ShellWord> &words = script.commands.back().words;
        QCOMPARE(words.size(), std::size_t{5});
        QCOMPARE(words[1], (ShellWord{"--x", 2, {}}));
        QCOMPARE(words[2], (ShellWord{"$N", 3, {"N"}}));
        QCOMPARE(words[3], (ShellWord{"b", 6, {}}));
        QCOMPARE(words[4], (ShellWord{"$(nproc)", 6, {"$(nproc)"}}));
    }

    void environment()
    {
        const ShellScript script = read("export A=1\nB=2 C=x a\nD=3\nexport D");
        QCOMPARE(script.commands.size(), std::size_t{4});
        QVERIFY(script.commands[0].assignments.front().exported);
        QCOMPARE(script.commands[1].assignments.size(), std::size_t{2});
        QVERIFY(!script.commands[1].assignments.front().exported);
        QVERIFY(!script.commands[2].assignments.front().exported);
        QCOMPARE(script.commands[3].assignments.front().value.text, std::string("3"));
    }

    void headersOfSlurm()
    {
        const ShellScript script = read(
            "#!/bin/bash\n#SBATCH --nodes=2 # two\n##SBATCH -N 8\n#SBATCH -G 4\na\n#SBATCH -n 1");
        QCOMPARE(commands("#SBATCH --nodes=$N -J 'a b'\nx"),
            (QStringList{"sbatch|--nodes=$N|-J|a b", "x"}));
        const ShellCommand &header = script.commands.front();
        QCOMPARE(header.words.size(), std::size_t{4});
        QCOMPARE(header.words[1], (ShellWord{"--nodes=2", 2, {}}));
        QCOMPARE(header.words[3].text, std::string("4"));
    }

    void filesWithin()
    {
        const ShellScript script
            = read("F=ds.json\nS=3\ncat <<EOF > $F\n{\"stage\": $S, \"x\": $Y}\nEOF\n"
                   "cat > b.json <<-'E'\n\t$S\n\tE\n"
                   "cat <<A | tee c.json\nx\nA\nrun $F");
        QCOMPARE(script.files.size(), std::size_t{3});
        QCOMPARE(script.files[0].name, std::string("ds.json"));
        QCOMPARE(script.files[0].text, std::string("{\"stage\": 3, \"x\": $Y}\n"));
        QCOMPARE(script.files[0].unknown, std::vector<std::string>{"Y"});
        QCOMPARE(script.files[0].line, 4);
        QCOMPARE(script.files[1].text, std::string("$S\n"));
        QCOMPARE(script.files[2].name, std::string("c.json"));
        QCOMPARE(script.commands.back().words.back().text, std::string("ds.json"));
    }

    void limits()
    {
        std::string doubling = "A=xxxxxxxxxxxxxxxx\n";
        for (int i = 0; i < 60; ++i)
            doubling += "A=$A$A\n";
        QVERIFY(!readShell(doubling));
        QVERIFY(!readShell(std::string((std::size_t{1} << 20U) + 1, 'a')));
        std::string words;
        for (int i = 0; i < 100'001; ++i)
            words += "a ";
        QVERIFY(!readShell(words));
    }

    void brokenTextEnds_data()
    {
        QTest::addColumn<QByteArray>("unit");
        for (const char *unit : {"${", "$(", "\"", "'", "`", "${A:-", "\"${A:-\"", "<<a;", "((",
                 "(", "A=(", "$((", "\\", "x<<a\n", "$", "${A[", "#SBATCH ", ">("})
            QTest::newRow(unit) << QByteArray(unit);
    }
    void brokenTextEnds()
    {
        QFETCH(QByteArray, unit);
        (void)readShell(unit.repeated(int{1'000'000} / int(unit.size())).toStdString());
    }
};

QTEST_APPLESS_MAIN(TestShellWords)
#include "tst_shellwords.moc"
