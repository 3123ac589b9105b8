#pragma once

#include "simulations/world/storage.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace idem {

/// What the growing world knows by heart, so that a step costs the same among ten thousand actions as among
/// one. Says nothing that the lists of the world do not: the small world looks through those instead.
template <typename Index, typename Key>
class Lookups
{
public:
    static constexpr Index none = static_cast<Index>(-1);

    void reserve(std::size_t records) { m_records.reserve(records); }

    /// The newest record of a key in a tool's own table (tool -1: the provider's).
    Index record(const Key& key, int ownTool) const
    {
        const auto found = m_records.find({key, ownTool});
        return found == m_records.end() ? none : found->second;
    }
    void noteRecord(const Key& key, int ownTool, Index record) { m_records[{key, ownTool}] = record; }

    /// The first effect of a tool's that look-ups see, by what identifies the action, or by the key as a
    /// reference.
    Index effect(int identity, const Key& reference, int tool) const
    {
        const Index mine = at(m_effects, identity, none);
        if (mine != none || !reference) {
            return mine;
        }
        return record(reference, effectsTable - tool);
    }
    void noteEffect(int identity, const Key& reference, int tool, Index effect)
    {
        if (at(m_effects, identity, none) == none) {
            put(m_effects, identity, none) = effect;
        }
        if (reference) {
            m_records.try_emplace({reference, effectsTable - tool}, effect);
        }
    }

    /// How many requests of this identity the provider is working on.
    bool working(int identity) const { return at(m_working, identity, Index{0}) > 0; }
    void noteWorking(int identity, int change)
    {
        Index& count = put(m_working, identity, Index{0});
        count = static_cast<Index>(count + static_cast<Index>(change));
    }

    /// Whether there is an effect with these values of the provider's unique constraint.
    bool constrained(int number) const { return at(m_constrained, number, Index{0}) > 0; }
    void noteConstrained(int number) { put(m_constrained, number, Index{0}) = 1; }

private:
    static constexpr int effectsTable = -2; ///< of the first tool; those of the others below it

    struct Place
    {
        Key key;
        int table = 0;
        bool operator==(const Place&) const = default;
    };
    struct Hash
    {
        std::size_t operator()(const Place& place) const
        {
            return static_cast<std::size_t>(hashOf(place.key)
                                            + static_cast<std::uint64_t>(place.table) * 0x9E3779B97F4A7C15U);
        }
    };

    static Index at(const std::vector<Index>& list, int number, Index otherwise)
    {
        const auto place = static_cast<std::size_t>(number);
        return place < list.size() ? list[place] : otherwise;
    }
    static Index& put(std::vector<Index>& list, int number, Index otherwise)
    {
        const auto place = static_cast<std::size_t>(number);
        if (place >= list.size()) {
            list.resize(place + 1 + place / 2, otherwise);
        }
        return list[place];
    }

    std::unordered_map<Place, Index, Hash> m_records;
    std::vector<Index> m_effects; ///< by identity
    std::vector<Index> m_working; ///< by identity
    std::vector<Index> m_constrained; ///< by number of the constraint's values
};

/// Of a small world there is nothing to know by heart.
struct NoLookups
{
    bool operator==(const NoLookups&) const = default;
};

} // namespace idem
