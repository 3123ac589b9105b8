#pragma once

#include "simulations/scenario/scenario_checks.h"
#include "simulations/scenario/scenario_file.h"
#include "simulations/scenario/scenario_patch.h"
#include "simulations/scenario/schema_check.h"

#include <algorithm>

namespace idem {

/// Turns a document that fits the schema into values. Throws Error: it never leaves buildScenario(). One per
/// file and choice, which must outlive it.
class ScenarioReader
{
public:
    ScenarioReader(const ScenarioFile& file, const PatchedDocument& patched)
        : m_file(file)
        , m_patched(patched)
        , m_document(patched.document)
    {
    }
    Scenario read(const std::string& variant);

private:
    using json = nlohmann::json;

    const json* find(const std::string& pointer) const;
    [[noreturn]] void refuse(const std::string& pointer, std::string cause, std::string cure) const;
    Micros checkedDuration(const std::string& pointer, const std::string& text) const;
    void duration(const std::string& pointer, Micros& into) const;
    template <typename T>
    void plain(const std::string& pointer, T& into) const
    {
        if (const json* value = find(pointer)) {
            into = value->get<T>();
        }
    }
    /// The enumerator at the position of the word; the schema has the words in the enumerators' order.
    template <typename T>
    void word(const std::string& pointer, const std::vector<std::string>& words, T& into) const
    {
        if (const json* value = find(pointer)) {
            const auto found = std::find(words.begin(), words.end(), value->get<std::string>());
            into = static_cast<T>(found - words.begin());
        }
    }
    void readProvider(ProviderSpec& provider) const;
    void readSpan(const std::string& pointer, Span& span) const;
    void readRepeats(const std::string& layer, const std::string& count, Repeats& repeats) const;
    ToolSpec readTool(const std::string& name) const;
    void readBudget(const std::string& pointer, ToolSpec& tool) const;
    /// A member that the guard never looks at would promise what nobody keeps.
    void checkGuard(const std::string& base, const ToolSpec& tool) const;
    /// The next step of each tool, and that the steps end.
    void readThen(Scenario& scenario) const;
    void readKey(const std::string& pointer, ToolSpec& tool) const;
    ActionSpec readAction(std::size_t index, const Scenario& scenario) const;
    /// What identifies must be among the arguments, and a key template must give a key for them.
    void checkAsk(const ToolSpec& tool, const json& args, const std::string& actionPointer) const;
    /// What a guard or a budget counts by has to be there, and be a whole number.
    void checkNumbers(const ToolSpec& tool, const json& args, const std::string& toolPointer) const;
    void readLayers(LayersSpec& layers) const;
    void readModel(ModelSpec& model) const;
    /// A field to reword that is not there, or is no text, would change nothing without a word.
    void checkRewords(const Scenario& scenario) const;
    /// The model changes what is there, and a unique constraint is about what every action has.
    void checkUnique(const Scenario& scenario) const;
    FaultSpec readFault(const std::string& base, const LayersSpec& layers) const;

    const ScenarioFile& m_file;
    const PatchedDocument& m_patched;
    json m_document;
};

} // namespace idem
