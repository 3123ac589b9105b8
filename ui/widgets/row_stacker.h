#pragma once

#include "simulations/scenario/scenario.h"

#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace idem {

/// Gives each interval the lowest sub-row that is free when it begins. Intervals come in the order of their
/// beginnings. A value used while a scene is built.
class RowStacker
{
public:
    explicit RowStacker(int maximum = 0) ///< 0: as many rows as it takes
        : m_maximum(maximum)
    {
    }

    int take(Micros from, Micros end)
    {
        while (!m_busy.empty() && m_busy.top().first <= from) {
            m_free.push(m_busy.top().second);
            m_busy.pop();
        }
        int row = m_rows;
        if (!m_free.empty()) {
            row = m_free.top();
            m_free.pop();
        } else if (m_maximum > 0 && m_rows == m_maximum) {
            row = m_busy.top().second; // the one that is free soonest
            m_busy.pop();
        } else {
            ++m_rows;
        }
        m_busy.emplace(end, row);
        return row;
    }

    int rows() const { return m_rows; }

private:
    using Ending = std::pair<Micros, int>;
    std::priority_queue<Ending, std::vector<Ending>, std::greater<>> m_busy;
    std::priority_queue<int, std::vector<int>, std::greater<>> m_free;
    int m_maximum = 0;
    int m_rows = 0;
};

} // namespace idem
