#include "app/commands.h"
#include "core/text/printable.h"
#include "simulations/run/library_table.h"

#include <algorithm>
#include <iostream>

namespace idem {

int scenariosCommand(bool json, bool table)
{
    if (table) {
        std::cout << libraryTable();
        return 0;
    }
    const std::vector<BundledScenario> list = bundledScenarios();
    if (json) {
        nlohmann::ordered_json out = nlohmann::ordered_json::array();
        for (const BundledScenario& each : list) {
            out.push_back({{"name", each.name},
                           {"lesson", each.lesson},
                           {"title", each.title},
                           {"story", each.story},
                           {"variants", each.variants}});
        }
        std::cout << out.dump(2) << "\n";
        return 0;
    }
    std::size_t longest = 0;
    for (const BundledScenario& each : list) {
        longest = std::max(longest, each.name.size());
    }
    std::string lesson;
    for (const BundledScenario& each : list) {
        if (each.lesson != lesson) {
            std::cout << (lesson.empty() ? "" : "\n") << each.lesson << "\n";
            lesson = each.lesson;
        }
        std::cout << "  " << each.name << std::string(longest - each.name.size() + 2, ' ') << each.title
                  << "  (" << each.variants + 1 << " designs)\n";
    }
    std::cout << "\nRun one with `idemscope run NAME`, or open it in the window with `idemscope NAME`.\n";
    return 0;
}

int complain(const Error& error)
{
    std::cerr << "idemscope: " << printable(error.text()) << "\n";
    return 2;
}

} // namespace idem
