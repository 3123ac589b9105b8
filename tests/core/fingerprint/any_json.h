#pragma once

#include "core/fingerprint/fingerprint_options.h"

#include <rapidcheck.h>
#include <string>

namespace idem {

/// JSON as text (RapidCheck can show that), from few names and values, so that two of them are often nearly
/// alike: equal in NFC only, equal as numbers only, beyond 64 bits, nested.
inline rc::Gen<std::string> anyJson(int depth = 3)
{
    const auto leaf = rc::gen::elementOf(std::vector<std::string>{"null",
                                                                  "true",
                                                                  "1",
                                                                  "1.0",
                                                                  "1.5",
                                                                  "100",
                                                                  "1e2",
                                                                  "\"\"",
                                                                  "\"caf\u00E9\"",
                                                                  "\"cafe\u0301\"",
                                                                  "{}",
                                                                  "[]",
                                                                  "9007199254740992",
                                                                  "9007199254740993",
                                                                  "18446744073709551616",
                                                                  "18446744073709551617",
                                                                  "18446744073709551616.0",
                                                                  "18446744073709552000",
                                                                  "1e30",
                                                                  "1000000000000000000000000000000"});
    if (depth == 0) {
        return leaf;
    }
    const auto name = rc::gen::elementOf(std::vector<std::string>{"a", "b", "x/y", "m~n", "\u00E9", "e\u0301"});
    const auto child = rc::gen::lazy([depth] { return anyJson(depth - 1); });
    const auto list = rc::gen::exec([child] {
        std::string out;
        for (const std::string& each :
             *rc::gen::resize(3, rc::gen::container<std::vector<std::string>>(child))) {
            out += (out.empty() ? "" : ",") + each;
        }
        return '[' + out + ']';
    });
    const auto object = rc::gen::exec([name, child] {
        std::string out;
        for (const auto& [key, value] :
             *rc::gen::resize(4, rc::gen::container<std::map<std::string, std::string>>(name, child))) {
            out += (out.empty() ? "\"" : ",\"") + key + "\":" + value;
        }
        return '{' + out + '}';
    });
    return rc::gen::weightedOneOf<std::string>({{2, leaf}, {1, list}, {3, object}});
}

/// Options that name some of what anyJson() has, and some pointers that are none.
inline rc::Gen<FingerprintOptions> anyOptions()
{
    const auto names = rc::gen::resize(2,
                                       rc::gen::container<std::vector<std::string>>(
                                           rc::gen::element<std::string>("a", "b", "\u00E9", "none")));
    const auto pointers = rc::gen::resize(
        3,
        rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
            "/a", "/b/0", "/b/1", "/e\u0301", "/a/b", "/x~1y", "/m~0n", "/0", "", "a", "/~")));
    return rc::gen::build<FingerprintOptions>(
        rc::gen::set(&FingerprintOptions::identifies,
                     rc::gen::oneOf(rc::gen::just(std::vector<std::string>()), names)),
        rc::gen::set(&FingerprintOptions::ignore, pointers),
        rc::gen::set(&FingerprintOptions::wholeNumbersEqual));
}

/// How RapidCheck shows options.
inline void showValue(const FingerprintOptions& options, std::ostream& out)
{
    out << "identifies ";
    rc::show(options.identifies, out);
    out << " ignore ";
    rc::show(options.ignore, out);
    out << " wholeNumbersEqual " << options.wholeNumbersEqual;
}

} // namespace idem
