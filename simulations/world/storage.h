#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace idem {

/// A list inside a value: trivially copyable, no heap. Pushing onto a full one is refused and remembered;
/// whoever walks worlds looks at `full()` and says that the bound was reached.
template <typename T, std::size_t Capacity>
class FixedList
{
public:
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    bool full() const { return m_overflowed; }
    T& operator[](std::size_t i) { return m_items[i]; }
    const T& operator[](std::size_t i) const { return m_items[i]; }
    const T* begin() const { return m_items.data(); }
    const T* end() const { return m_items.data() + m_size; }

    void push_back(const T& item)
    {
        if (m_size == Capacity) {
            m_overflowed = true;
            m_items[Capacity - 1] = item; // the walk is over anyway; every index stays valid
            return;
        }
        m_items[m_size++] = item;
    }

private:
    std::array<T, Capacity> m_items{};
    std::uint8_t m_size = 0;
    bool m_overflowed = false;
    static_assert(Capacity < 255);
};

/// The same list on the heap, for large simulated runs.
template <typename T>
class GrowingList : public std::vector<T>
{
public:
    bool full() const { return false; }
};

/// The small world: what the explorer copies millions of times.
struct SmallStorage
{
    using Index = std::uint8_t;
    static constexpr Index none = 0xFF;
    static constexpr bool indexed = false; ///< few enough to be looked through
    template <typename T>
    using Calls = FixedList<T, 96>;
    template <typename T>
    using Few = FixedList<T, 40>;
};

/// The growing world: ten thousand actions and more.
struct GrowingStorage
{
    using Index = std::uint32_t;
    static constexpr Index none = 0xFFFFFFFFU;
    static constexpr bool indexed = true;
    template <typename T>
    using Calls = GrowingList<T>;
    template <typename T>
    using Few = GrowingList<T>;
};

} // namespace idem
