#pragma once

#include "core/key/key_template.h"

namespace idem {

/// Reads the text of a key template from left to right into parts. Lives during one KeyTemplate::parse(); one
/// thread.
class KeyTemplate::Parser
{
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    Result<std::vector<Part>> parse();

private:
    Result<Part> parseField(std::size_t begin, std::size_t end) const;
    Error errorAt(std::size_t byte, std::string cause, std::string cure) const;

    std::string_view m_text;
};

} // namespace idem
