#include "core/fingerprint/difference.h"

#include "core/fingerprint/identifying_members.h"
#include "core/fingerprint/json_pointer.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace idem {

namespace {

using nlohmann::json;

constexpr std::size_t mostDifferences = 1000;
constexpr std::size_t mostText = 16'000'000; // bytes

/// Walks two values side by side with its own stack instead of recursion. Lives during one differences().
class Comparison
{
public:
    Comparison(const json& first, const json& second, const FingerprintOptions& options)
        : m_options(options)
        , m_ignoredInFirst(first, options.ignore)
        , m_ignoredInSecond(second, options.ignore)
    {
        if (first.is_object() && second.is_object()) {
            push(paired(identifyingMembers(first, options.identifies, m_ignoredInFirst),
                        identifyingMembers(second, options.identifies, m_ignoredInSecond)));
        } else if (first.is_array() && second.is_array()) {
            push(paired(first, second));
        } else {
            compareTexts(identifyingText(first, options, m_ignoredInFirst),
                         identifyingText(second, options, m_ignoredInSecond));
        }
    }

    std::vector<FieldDifference> walk()
    {
        while (!m_frames.empty() && m_found.size() < mostDifferences && m_textFound < mostText) {
            Frame& frame = m_frames.back();
            m_pointer.resize(frame.pointerLength);
            if (frame.next == frame.pairs.size()) {
                m_frames.pop_back();
                continue;
            }
            Pair& pair = frame.pairs[frame.next++];
            m_pointer += '/';
            m_pointer += pointerToken(pair.name);
            visit(pair.first, pair.second); // may move the frames: neither is used after it
        }
        return std::move(m_found);
    }

private:
    struct Pair
    {
        std::string name; ///< or index
        const json* first; ///< null: absent
        const json* second;
    };
    struct Frame
    {
        std::vector<Pair> pairs;
        std::size_t next = 0;
        std::size_t pointerLength = 0;
    };

    void push(std::vector<Pair> pairs)
    {
        m_frames.push_back({.pairs = std::move(pairs), .next = 0, .pointerLength = m_pointer.size()});
    }

    void visit(const json* first, const json* second)
    {
        if (first != nullptr && second != nullptr && first->is_object() && second->is_object()) {
            push(paired(canonicalMembers(*first, m_ignoredInFirst),
                        canonicalMembers(*second, m_ignoredInSecond)));
        } else if (first != nullptr && second != nullptr && first->is_array() && second->is_array()) {
            push(paired(*first, *second));
        } else {
            compareTexts(text(first, m_ignoredInFirst), text(second, m_ignoredInSecond));
        }
    }

    void compareTexts(std::optional<std::string> first, std::optional<std::string> second)
    {
        if (first != second) {
            m_textFound += m_pointer.size() + (first ? first->size() : 0) + (second ? second->size() : 0);
            m_found.push_back({.pointer = m_pointer, .first = std::move(first), .second = std::move(second)});
        }
    }

    std::optional<std::string> text(const json* value, const IgnoredValues& ignored) const
    {
        return value == nullptr ? std::nullopt
                                : std::optional(canonicalJson(*value, numberText(m_options), ignored));
    }

    // Names that only normalisation made equal pair up in their order, as they do in the canonical text.
    static std::vector<Pair> paired(const std::vector<CanonicalMember>& first,
                                    const std::vector<CanonicalMember>& second)
    {
        std::vector<Pair> pairs;
        auto a = first.begin();
        auto b = second.begin();
        while (a != first.end() || b != second.end()) {
            const bool onlyFirst = b == second.end() || (a != first.end() && lessByUtf16(a->name, b->name));
            const bool onlySecond = a == first.end() || (b != second.end() && lessByUtf16(b->name, a->name));
            pairs.push_back({.name = onlySecond ? b->name : a->name,
                             .first = onlySecond ? nullptr : a->value,
                             .second = onlyFirst ? nullptr : b->value});
            a += onlySecond ? 0 : 1;
            b += onlyFirst ? 0 : 1;
        }
        return pairs;
    }

    std::vector<Pair> paired(const json& first, const json& second) const
    {
        const auto element = [](const json& list, std::size_t index, const IgnoredValues& ignored) {
            return index < list.size() && !ignored.contains(list[index]) ? &list[index] : nullptr;
        };
        std::vector<Pair> pairs;
        for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
            const json* const one = element(first, i, m_ignoredInFirst);
            const json* const other = element(second, i, m_ignoredInSecond);
            if (one != nullptr || other != nullptr) {
                pairs.push_back({.name = std::to_string(i), .first = one, .second = other});
            }
        }
        return pairs;
    }

    const FingerprintOptions& m_options;
    IgnoredValues m_ignoredInFirst;
    IgnoredValues m_ignoredInSecond;
    std::string m_pointer; ///< to the pair that is visited
    std::vector<Frame> m_frames;
    std::vector<FieldDifference> m_found;
    std::size_t m_textFound = 0; ///< bytes
};

} // namespace

std::vector<FieldDifference> differences(const json& first, const json& second,
                                         const FingerprintOptions& options)
{
    return Comparison(first, second, options).walk();
}

} // namespace idem
