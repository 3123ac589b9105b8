#include "core/text/nearest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace idem {

namespace {

char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Insertions, deletions and replacements that turn one word into the other.
std::size_t distance(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t replaced = diagonal + (lowered(from[i]) == lowered(to[j]) ? 0U : 1U);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

} // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates)
{
    constexpr std::size_t longestWord = 64; // beyond that nobody misspelt a name
    if (word.empty() || word.size() > longestWord) {
        return {};
    }
    std::string best;
    std::size_t bestDistance = word.size() / 2 + 1; // more than half of it wrong is another word
    for (const std::string& candidate : candidates) {
        if (candidate.size() > longestWord) {
            continue;
        }
        const std::size_t d = distance(word, candidate);
        if (d < bestDistance && d < candidate.size()) {
            bestDistance = d;
            best = candidate;
        }
    }
    return best;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string out;
    for (const std::string& word : words) {
        out += (out.empty() ? "" : ", ") + word;
    }
    return out;
}

} // namespace idem
