#pragma once

#include <string>
#include <vector>

namespace idem {

/// Rows of text, aligned when printed; the first row is the head. For terminals and fixed-width views.
class TextTable
{
public:
    explicit TextTable(std::vector<std::string> head) { m_rows.push_back(std::move(head)); }

    /// As many cells as the head has, or fewer.
    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }

    /// Each row on a line of its own, indented by two spaces, without spaces at its end.
    std::string text() const;

private:
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace idem
