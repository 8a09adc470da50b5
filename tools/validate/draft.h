// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "tools/validate/case.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// The one way from settings to a scenario, whatever format they were read from. After the first
/// refusal, which names what the program does not model, settings are let pass.
class Draft
{
public:
    /// Takes one setting, in the place of an earlier one of that key. Errors: as setKey.
    Status take(Setting setting);

    /// What the source says. A value that the key cannot have is a refusal.
    void state(std::string_view key, Json value);
    /// What the source leaves open: the value that stands in, and the reason for it.
    void assume(std::string_view key, Json value, std::string why);
    /// What the source calls `theirs` and this program `ours`; empty, or no choice of that key: the
    /// run is refused because of `unknown`.
    void translate(std::string_view key, std::string_view ours, std::string_view theirs,
        std::string_view unknown);
    /// A model that stands in no catalogue, by its config.json. `why`: where it is assumed.
    void describeModel(const Json &config, std::string name, std::string why = {});

    void refuse(std::string reason);
    /// `reason` with the word of the source that it is about.
    void refuse(std::string_view reason, std::string_view word);

    bool isRefused() const { return !m_refusal.empty(); }
    const Scenario &scenario() const { return m_scenario; }
    /// Null where nothing was said of that key yet.
    const Setting *find(std::string_view key) const;

    /// Gives the case its settings, its scenario or the refusal, and the tags of the scenario.
    void finish(Case &item) &&;

private:
    Scenario m_scenario{};
    std::vector<Setting> m_settings{};
    std::string m_refusal{};
};

} // namespace shardscope
