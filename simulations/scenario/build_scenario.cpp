#include "simulations/scenario/scenario_file.h"
#include "simulations/scenario/scenario_patch.h"
#include "simulations/scenario/scenario_reader.h"
#include "simulations/scenario/schema_check.h"

namespace idem {

Result<Scenario> buildScenario(const ScenarioFile& file, const Choice& choice)
{
    const auto patched = applyChoice(file, choice);
    if (!patched) {
        return patched.error();
    }
    if (const auto fault = checkAgainstSchema(nlohmann::json(patched->document))) {
        return Error{placeOf(file, *patched, fault->pointer), fault->cause, fault->cure};
    }
    try {
        return ScenarioReader(file, *patched).read(choice.variant);
    } catch (const Error& error) {
        return error;
    }
}

} // namespace idem
