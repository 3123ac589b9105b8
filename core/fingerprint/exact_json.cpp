#include "core/fingerprint/exact_json.h"

#include "core/fingerprint/canonical_number.h"
#include "core/fingerprint/exact_integer.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace idem {

namespace {

using nlohmann::json;

/// Tells how far the reader has come, which a handler is not told otherwise.
class CountingIterator
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, const char** furthest)
        : m_at(at)
        , m_furthest(furthest)
    {
    }

    reference operator*() const { return *m_at; }
    CountingIterator& operator++()
    {
        *m_furthest = ++m_at;
        return *this;
    }
    CountingIterator operator++(int)
    {
        CountingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator& other) const { return m_at == other.m_at; }
    bool operator!=(const CountingIterator& other) const { return m_at != other.m_at; }

private:
    const char* m_at;
    const char** m_furthest;
};

std::string placeAt(std::string_view text, std::size_t byte)
{
    const std::string_view before = text.substr(0, byte);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t lineBegin = before.rfind('\n') + 1; // npos + 1 is 0
    return "line " + std::to_string(line) + ", column "
        + std::to_string(columnOf(text.substr(lineBegin), byte - lineBegin));
}

// What the parser found, without its own place and without the text it read last, which may be no UTF-8.
std::string reason(const std::string& message)
{
    const std::size_t begin = message.find(": ");
    std::string out = begin == std::string::npos ? message : message.substr(begin + 2);
    for (const std::string_view from : {"; last read", " (last read"}) {
        const std::size_t cut = out.find(from);
        const std::size_t rest = std::min(out.find("; expected", cut), out.size());
        if (cut != std::string::npos) {
            out.erase(cut, rest - cut);
        }
    }
    return nfc(out);
}

/// Builds the value from the parser's events. Lives during one parseExactly().
class Builder : public json::json_sax_t
{
public:
    Builder(std::string_view text, const char** furthest)
        : m_text(text)
        , m_furthest(furthest)
    {
    }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t& written) override
    {
        const std::optional<std::string> digits = wholeDigits(written);
        const bool asFraction = written.find_first_of(".eE") != std::string::npos;
        // A double does where it prints as what was sent, as in 1e30.
        if (!digits || !isBeyond64Bits(*digits)
            || (asFraction && wholeDigits(canonicalNumber(value)) == digits)) {
            return add(value);
        }
        return add(exactInteger({.digits = *digits, .asFraction = asFraction}));
    }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t& value) override { return add(std::move(value)); }

    bool start_object(std::size_t) override { return open(json::object()); }
    bool start_array(std::size_t) override { return open(json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override
    {
        const auto [member, isNew] = m_open.back()->get_ref<json::object_t&>().try_emplace(name);
        if (!isNew) {
            // The parser has just read the closing quote; the name begins at the quote before it, which may lie
            // further back than its length where there are escapes.
            std::size_t quote = at() - 1;
            do {
                quote = m_text.rfind('"', quote - 1);
            } while (isEscaped(quote));
            m_error = {.place = placeAt(m_text, quote),
                       .cause = "the member \"" + name + "\" is there twice in one object",
                       .cure = "Keep the one that is meant: readers disagree about which one counts"};
        }
        m_member = &member->second;
        return isNew;
    }

    bool parse_error(std::size_t position, const std::string&, const json::exception& exception) override
    {
        const std::string message = exception.what();
        const std::string place = placeAt(m_text, std::min(m_text.size(), position > 0 ? position - 1 : 0));
        if (message.find("UTF-8") != std::string::npos) {
            m_error = {.place = place, .cause = "the text is not valid UTF-8 here", .cure = "Send it as UTF-8"};
        } else if (dynamic_cast<const json::out_of_range*>(&exception) != nullptr) {
            m_error = {.place = place,
                       .cause = "the number that ends here is larger than any that JSON readers hold",
                       .cure = "Send it as a string, or as a number below 1.8e308"};
        } else {
            m_error = {.place = place,
                       .cause = "this is no JSON: " + reason(message),
                       .cure = "Send one complete JSON value"};
        }
        return false;
    }

    json& root() { return m_root; }
    const Error& error() const { return m_error; }

private:
    std::size_t at() const { return static_cast<std::size_t>(*m_furthest - m_text.data()); }

    bool isEscaped(std::size_t byte) const
    {
        std::size_t backslashes = 0;
        while (backslashes < byte && m_text[byte - backslashes - 1] == '\\') {
            ++backslashes;
        }
        return backslashes % 2 == 1;
    }

    json* place(json value)
    {
        if (m_open.empty()) {
            m_root = std::move(value);
            return &m_root;
        }
        json& container = *m_open.back();
        if (container.is_array()) {
            container.push_back(std::move(value));
            return &container.back();
        }
        *m_member = std::move(value);
        return m_member;
    }
    bool add(json value)
    {
        place(std::move(value));
        return true;
    }
    bool open(json container)
    {
        m_open.push_back(place(std::move(container)));
        return true;
    }
    bool close()
    {
        m_open.pop_back();
        return true;
    }

    std::string_view m_text;
    const char** m_furthest;
    json m_root;
    json* m_member = nullptr; ///< takes the value whose name came last
    std::vector<json*> m_open; ///< stay where they are: only the last one grows
    Error m_error;
};

} // namespace

Result<json> parseExactly(std::string_view text)
{
    const char* furthest = text.data();
    Builder builder(text, &furthest);
    const CountingIterator begin(text.data(), &furthest);
    const CountingIterator end(text.data() + text.size(), &furthest);
    if (!json::sax_parse(begin, end, &builder)) {
        return builder.error();
    }
    return std::move(builder.root());
}

} // namespace idem
