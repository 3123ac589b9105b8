#include "simulations/scenario/preset_stack.h"

#include <algorithm>

namespace idem {

namespace {

/// Two of one layer are no mistake: an SDK on top of an SDK repeats what the lower one already repeated.
void remarkOnLayers(const std::vector<Preset>& chain, std::vector<std::string>& remarks)
{
    for (int each = 0; each < layerCount; ++each) {
        const auto layer = static_cast<Layer>(each);
        std::string ids;
        int count = 0;
        for (const Preset& preset : chain) {
            if (preset.layer == layer) {
                ids += (count++ == 0 ? "" : " and ") + preset.id;
            }
        }
        if (count > 1) {
            remarks.push_back(ids + " are of the same layer, " + std::string(name(layer))
                              + ": each repeats what the other sends, so they multiply as well.");
        }
    }
}

void remarkOnOrder(const std::vector<Preset>& chain, std::vector<std::string>& remarks)
{
    const auto outsideIn = [](const Preset& a, const Preset& b) { return a.layer < b.layer; };
    if (std::is_sorted(chain.begin(), chain.end(), outsideIn)) {
        return;
    }
    std::vector<Preset> sorted = chain;
    std::stable_sort(sorted.begin(), sorted.end(), outsideIn);
    std::string ids;
    for (const Preset& preset : sorted) {
        ids += (ids.empty() ? "" : " × ") + preset.id;
    }
    remarks.push_back("From the outside in it is " + ids + "; the product is the same in any order.");
}

std::string number(std::uint64_t value)
{
    return (value < mostCounted ? "" : "more than ") + std::to_string(value);
}

} // namespace

PresetStack stack(const std::vector<Preset>& chain)
{
    PresetStack stack;
    bool limited = true;
    for (const Preset& preset : chain) {
        stack.ids.push_back(preset.id);
        stack.attempts.push_back(preset.attempts);
        limited = limited && preset.attempts;
        const auto tries = static_cast<std::uint64_t>(preset.attempts.value_or(1));
        const bool beyond = stack.counted > mostCounted / std::max<std::uint64_t>(tries, 1);
        stack.counted = beyond ? mostCounted : stack.counted * tries;
        if (!preset.attempts) {
            stack.remarks.push_back(preset.id + " has no limit of tries (" + preset.horizon + ").");
        }
    }
    if (limited) {
        stack.worst = stack.counted;
    }
    remarkOnLayers(chain, stack.remarks);
    remarkOnOrder(chain, stack.remarks);
    return stack;
}

std::string sentence(const PresetStack& stack)
{
    std::string ids;
    std::string tries;
    for (std::size_t i = 0; i < stack.ids.size(); ++i) {
        ids += (i == 0 ? "" : " × ") + stack.ids[i];
        tries += i == 0 ? "" : " × ";
        tries += stack.attempts[i] ? std::to_string(*stack.attempts[i]) : "no limit";
    }
    const std::string worst = stack.worst ? number(*stack.worst) : "no limit";
    return stack.ids.size() == 1 ? ids + " = " + worst : ids + " = " + tries + " = " + worst;
}

} // namespace idem
