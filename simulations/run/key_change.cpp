#include "simulations/run/key_change.h"

#include "simulations/run/lookup.h"

#include <algorithm>

namespace idem {

namespace {

using nlohmann::json;

/// Did an argument change that makes it another action, rather than the free text beside it?
bool identifies(const Trace& trace, const ToolSpec& tool, const std::string& path)
{
    const std::string field = path.substr(0, path.find('.'));
    const auto has = [](const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    const auto& model = trace.scenario->layers.model;
    if (model && has(model->rewords, field)) {
        return false;
    }
    return tool.identifies.empty() || has(tool.identifies, field) || has(tool.identifies, path);
}

std::vector<std::string> changedFields(const json& first, const json& second)
{
    std::vector<std::string> fields;
    for (const auto& [field, value] : second.items()) {
        if (first.value(field, json()) != value) {
            fields.push_back(field);
        }
    }
    for (const auto& [field, unused] : first.items()) {
        if (!second.contains(field)) {
            fields.push_back(field);
        }
    }
    return fields;
}

/// The arguments that a template names and that brought something else into the key.
std::vector<std::string> changedParts(const KeyTemplate& key, const json& first, const json& second)
{
    std::vector<std::string> fields;
    for (const KeyTemplate::Part& part : key.parts()) {
        if (part.field.empty() || part.fromContext) {
            continue;
        }
        const auto before = key.expandField(part, first, json::object());
        const auto after = key.expandField(part, second, json::object());
        if (before.ok() != after.ok() || (before && *before != *after)) {
            fields.push_back(part.field);
        }
    }
    return fields;
}

class KeyChange
{
public:
    KeyChange(const Evidence& evidence, int firstRequest, int request)
        : m_evidence(evidence)
        , m_first(toolCall(firstRequest))
        , m_second(toolCall(request))
        , m_tool(toolOf(evidence.trace(), m_second.action, m_second.args))
        , m_part(evidence.call(divergence(evidence, firstRequest, request)))
    {
    }

    std::vector<Rule> rules() const
    {
        switch (m_tool.keyKind) {
        case KeyKind::CallId:
            return sameCallId() ? made(Rule::KeyRegenerated) : minted(Rule::KeyHoldsCallId, callIdMaker());
        case KeyKind::ArgsHash:
            return byArguments(changedFields(args(m_first), args(m_second)));
        case KeyKind::Random:
            return minted(Rule::KeyMadeUp, Layer::Tool);
        case KeyKind::Timestamp:
            return made(Rule::KeyHoldsTime);
        case KeyKind::EventId:
            return made(m_part.layer <= Layer::Webhook || m_part.parent < 0 ? Rule::KeyHoldsEvent
                                                                            : Rule::KeyRegenerated);
        case KeyKind::Template:
            return byTemplate();
        default:
            return made(Rule::KeyRegenerated);
        }
    }

private:
    const CallRow& toolCall(int request) const
    {
        return m_evidence.call(m_evidence.call(m_evidence.call(request).parent).parent);
    }
    const json& args(const CallRow& call) const
    {
        return m_evidence.trace().argSets[static_cast<std::size_t>(call.args)];
    }
    bool sameCallId() const { return m_first.ordinal == m_second.ordinal; }

    /// A call id is made by the model for each of its calls; a test that calls the tool directly makes its own.
    Layer callIdMaker() const { return m_second.parent < 0 ? Layer::Tool : Layer::Model; }

    static std::vector<Rule> made(Rule rule) { return {rule}; }

    /// A key that is made in a layer below the one that repeats is made anew with each repeat.
    std::vector<Rule> minted(Rule rule, Layer maker) const
    {
        std::vector<Rule> rules{rule};
        if (maker > repeaterOf(m_part) && rule != Rule::KeyMintedBelow) {
            rules.push_back(Rule::KeyMintedBelow);
        }
        return rules;
    }

    std::vector<Rule> byArguments(const std::vector<std::string>& changed) const
    {
        if (changed.empty()) {
            return made(Rule::KeyRegenerated);
        }
        const bool other = std::any_of(changed.begin(), changed.end(), [&](const std::string& field) {
            return identifies(m_evidence.trace(), m_tool, field);
        });
        return made(other ? Rule::ArgumentsChanged : Rule::KeyHoldsWording);
    }

    std::vector<Rule> byTemplate() const
    {
        const std::vector<std::string> changed
            = changedParts(*m_tool.keyTemplate, args(m_first), args(m_second));
        if (!changed.empty()) {
            return byArguments(changed);
        }
        const std::vector<std::string> context = m_tool.keyTemplate->contextNames();
        const auto names = [&](const char* name) {
            return std::find(context.begin(), context.end(), name) != context.end();
        };
        if (names("call") && !sameCallId()) {
            return minted(Rule::KeyHoldsCallId, callIdMaker());
        }
        if (names("run") && m_part.layer <= Layer::Webhook) {
            return made(Rule::KeyMintedBelow);
        }
        return made(names("event")     ? Rule::KeyHoldsEvent
                        : names("run") ? Rule::KeyMintedBelow
                                       : Rule::KeyRegenerated);
    }

    const Evidence& m_evidence;
    const CallRow& m_first;
    const CallRow& m_second;
    const ToolSpec& m_tool;
    const CallRow& m_part;
};

} // namespace

std::vector<Rule> whyKeyChanged(const Evidence& evidence, int firstRequest, int request)
{
    return KeyChange(evidence, firstRequest, request).rules();
}

int divergence(const Evidence& evidence, int firstRequest, int request)
{
    const std::vector<int> first = evidence.chainOf(firstRequest);
    const std::vector<int> second = evidence.chainOf(request);
    const std::size_t common = std::min(first.size(), second.size());
    for (std::size_t i = 0; i < common; ++i) {
        if (first[i] != second[i]) {
            return second[i];
        }
    }
    return request;
}

} // namespace idem
