#include "simulations/scenario/duplicate_members.h"

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace idem {

namespace {

using nlohmann::json;

/// Follows the parser through the text and remembers the names of every object that is open.
class Follower : public nlohmann::json_sax<json>
{
public:
    std::optional<std::string> found;

    bool null() override { return value(); }
    bool boolean(bool /*value*/) override { return value(); }
    bool number_integer(number_integer_t /*value*/) override { return value(); }
    bool number_unsigned(number_unsigned_t /*value*/) override { return value(); }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return value(); }
    bool string(string_t& /*value*/) override { return value(); }
    bool binary(binary_t& /*value*/) override { return value(); }

    bool start_object(std::size_t /*size*/) override { return open(false); }
    bool start_array(std::size_t /*size*/) override { return open(true); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override
    {
        m_open.back().step = name;
        if (!m_open.back().names.insert(name).second) {
            found = pointer();
            return false; // stop reading
        }
        return true;
    }

    bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                     const nlohmann::detail::exception& /*error*/) override
    {
        return false;
    }

private:
    struct Level
    {
        bool array = false;
        std::size_t index = 0;
        std::string step;
        std::set<std::string> names;
    };

    bool open(bool array)
    {
        m_open.push_back({array, 0, "0", {}});
        return true;
    }

    bool close()
    {
        m_open.pop_back();
        return value();
    }

    /// A value is complete: the next one of an array has the next index.
    bool value()
    {
        if (!m_open.empty() && m_open.back().array) {
            m_open.back().step = std::to_string(++m_open.back().index);
        }
        return true;
    }

    std::string pointer() const
    {
        json::json_pointer at;
        for (const Level& level : m_open) {
            at /= level.step;
        }
        return at.to_string();
    }

    std::vector<Level> m_open;
};

} // namespace

std::optional<std::string> findDuplicateMember(std::string_view text)
{
    Follower follower;
    json::sax_parse(text, &follower, json::input_format_t::json, true, true);
    return follower.found;
}

} // namespace idem
