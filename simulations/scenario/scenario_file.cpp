#include "simulations/scenario/scenario_file.h"

#include "simulations/scenario/duplicate_members.h"
#include "simulations/scenario/expectation_check.h"
#include "simulations/scenario/scenario_patch.h"
#include "simulations/scenario/schema_check.h"
#include "simulations/scenario/text_position.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace idem {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t largestFile = 16U << 20U;
constexpr int deepestNesting = 64;

std::string at(const std::string& name, std::string_view text, std::size_t offset)
{
    const TextPosition position = positionOf(text, offset);
    return name + ":" + std::to_string(position.line) + ":" + std::to_string(position.column);
}

/// The offset of the first bracket nested deeper than we read; npos when there is none. Keeps recursive readers
/// safe.
std::size_t tooDeep(std::string_view text)
{
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            i += c == '\\' ? 1 : 0;
            inString = c != '"';
        } else if (c == '"') {
            inString = true;
        } else if ((c == '{' || c == '[') && ++depth > deepestNesting) {
            return i;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return std::string_view::npos;
}

/// nlohmann's own message without its numbers: "unexpected end of input; expected '}'".
std::string parserCause(const std::string& what)
{
    const std::size_t start = what.rfind(": syntax error");
    const std::size_t detail = what.find(" - ", start == std::string::npos ? 0 : start);
    std::string cause = detail == std::string::npos ? what : what.substr(detail + 3);
    return cause.size() <= 160 ? cause : cause.substr(0, 157) + "…";
}

std::optional<Error> checkVariants(const ScenarioFile& file)
{
    const std::vector<std::string> names = file.variants();
    const ordered_json expectations = file.document.value("expect", ordered_json::object());
    for (const auto& [name, unused] : expectations.items()) {
        if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) {
            const std::string pointer = (ordered_json::json_pointer("/expect") / name).to_string();
            return Error{placeOf(file, {}, pointer), "\"" + name + "\" is not a variant of this file",
                         names.empty() ? "Use \"\" for the base"
                                       : "Use \"\" for the base, or " + listed(names)};
        }
    }
    for (const std::string& name : names) {
        if (name.empty()) {
            return Error{placeOf(file, {}, "/variants"), "a variant has no name",
                         "Give it one: \"\" means the base"};
        }
        const auto built = buildScenario(file, {name, {}, {}});
        if (!built) {
            return built.error();
        }
    }
    return std::nullopt;
}

} // namespace

std::string ScenarioFile::title() const
{
    return document.value("title", std::string());
}

std::vector<std::string> ScenarioFile::variants() const
{
    std::vector<std::string> names;
    if (document.contains("variants")) {
        for (const auto& [variant, unused] : document["variants"].items()) {
            names.push_back(variant);
        }
    }
    return names;
}

Result<ScenarioFile> readScenarioText(std::string_view text, std::string name)
{
    if (text.size() > largestFile) {
        return Error{name, "the file is larger than 16 MiB",
                     "A scenario is a small file; is this the right one?"};
    }
    if (const std::size_t deep = tooDeep(text); deep != std::string_view::npos) {
        return Error{at(name, text, deep), "it is nested deeper than 64 levels",
                     "Flatten it: a scenario needs six"};
    }
    ScenarioFile file{std::move(name), std::string(text), {}};
    try {
        file.document = ordered_json::parse(text, nullptr, true, true);
    } catch (const ordered_json::parse_error& error) {
        return Error{at(file.name, text, error.byte == 0 ? 0 : error.byte - 1),
                     "this is not JSON: " + parserCause(error.what()), "Mend the syntax at this place"};
    } catch (const ordered_json::exception& error) {
        static_cast<void>(error); // the library's words name its own types
        return Error{file.name, "a number in it is too large to be held", "Write numbers below 1e308"};
    }
    if (!file.document.is_object()) {
        return Error{at(file.name, text, 0), "this is JSON, but not a scenario",
                     "A scenario is an object { \"idemscope\": 1, … }"};
    }
    if (const auto twice = findDuplicateMember(text)) {
        const std::string member = ordered_json::json_pointer(*twice).back();
        return Error{placeOf(file, {}, *twice), "\"" + member + "\" is there twice",
                     "Keep one of them: nobody can tell which one counts"};
    }
    const auto base = buildScenario(file, {});
    if (!base) {
        return base.error();
    }
    if (const auto fault = checkExpectations(file.document)) {
        return Error{placeOf(file, {}, fault->pointer), fault->cause, fault->cure};
    }
    if (auto error = checkVariants(file)) {
        return *error;
    }
    return file;
}

Result<ScenarioFile> readScenarioPath(const std::string& path)
{
    std::error_code code;
    if (!std::filesystem::exists(path, code)) {
        return Error{path, "there is no such file",
                     "Check the name; `idemscope scenarios` lists what is bundled"};
    }
    if (!std::filesystem::is_regular_file(path, code)) {
        return Error{path, "this is not a file", "Name a scenario file"};
    }
    if (std::filesystem::file_size(path, code) > largestFile) {
        return Error{path, "the file is larger than 16 MiB",
                     "A scenario is a small file; is this the right one?"};
    }
    std::ifstream stream(path, std::ios::binary);
    if (!stream) {
        return Error{path, "the file can't be opened", "Check its permissions"};
    }
    return readScenarioText(std::string(std::istreambuf_iterator<char>(stream), {}), path);
}

Result<nlohmann::ordered_json> effectiveDocument(const ScenarioFile& file, const Choice& choice)
{
    auto patched = applyChoice(file, choice);
    if (!patched) {
        return patched.error();
    }
    return std::move(patched->document);
}

Result<Override> parseOverride(std::string_view text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        return Error{"--set " + std::string(text), "this is not PATH=VALUE",
                     "Write it like tools.send_invoice.timeout=4s"};
    }
    const std::string value(text.substr(equals + 1));
    auto parsed = ordered_json::parse(value, nullptr, false);
    return Override{std::string(text.substr(0, equals)),
                    parsed.is_discarded() ? ordered_json(value) : std::move(parsed)};
}

} // namespace idem
