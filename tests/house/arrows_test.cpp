#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// Who may include whom. A room may always include itself.
const std::map<std::string, std::set<std::string>> arrows{{"core", {}},
                                                          {"simulations", {"core"}},
                                                          {"ui", {"simulations", "core"}},
                                                          {"app", {"ui", "simulations", "core"}}};

struct Include
{
    std::string file;
    std::string room;
    std::string target;
};

std::vector<Include> includesOf(const std::string& text, const std::string& file, const std::string& room)
{
    static const std::regex pattern(R"(^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"])");
    std::vector<Include> includes;
    std::size_t start = 0;
    while (start < text.size()) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string line = text.substr(start, end - start);
        std::smatch match;
        if (std::regex_search(line, match, pattern)) {
            includes.push_back({file, room, match[1]});
        }
        start = end + 1;
    }
    return includes;
}

std::vector<Include> includesOfRoom(const std::string& room)
{
    std::vector<Include> all;
    const fs::path root = fs::path(IDEMSCOPE_SOURCE_DIR);
    for (const auto& entry : fs::recursive_directory_iterator(root / room)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".cpp" && extension != ".h") {
            continue;
        }
        std::ifstream stream(entry.path());
        const std::string text((std::istreambuf_iterator<char>(stream)), {});
        for (Include& include : includesOf(text, fs::relative(entry.path(), root).string(), room)) {
            all.push_back(std::move(include));
        }
    }
    return all;
}

/// What an include breaks, in one sentence; empty when it is allowed.
std::string brokenArrow(const Include& include)
{
    const std::string target = include.target.substr(0, include.target.find('/'));
    if (arrows.contains(target) && target != include.room && !arrows.at(include.room).contains(target)) {
        return include.file + " includes " + include.target + ": " + include.room + " must not know " + target;
    }
    if (include.target.find("..") != std::string::npos) {
        return include.file + " includes " + include.target + ": includes start at the root";
    }
    if (include.room == "core" || include.room == "simulations") {
        static const std::regex window("^(QtGui|QtWidgets|QtCharts|QtSvg|QWidget|QPainter|QColor|QImage|QFont|"
                                       "QPixmap|QApplication|QGuiApplication|QMessageBox|QDialog)(/.*)?$");
        if (std::regex_match(include.target, window)) {
            return include.file + " includes " + include.target + ": " + include.room + " knows no windows";
        }
        const bool sql = include.target.starts_with("QSql") || include.target.starts_with("QtSql")
            || include.target == "sqlite3.h" || include.target == "libpq-fe.h";
        const bool mayUseSql
            = include.file.starts_with("core/store/") || include.file.starts_with("core/inspect/");
        if (sql && !mayUseSql) {
            return include.file + " includes " + include.target + ": SQL lives in core/store and core/inspect";
        }
    }
    if (include.room == "ui" && include.target == "QMessageBox" && !include.file.starts_with("ui/shell/")) {
        return include.file + " includes QMessageBox: no message boxes below ui/shell";
    }
    return {};
}

TEST(House, NoIncludeBreaksTheArrows)
{
    std::size_t seen = 0;
    for (const auto& [room, unused] : arrows) {
        for (const Include& include : includesOfRoom(room)) {
            ++seen;
            EXPECT_EQ(brokenArrow(include), "");
        }
    }
    EXPECT_GT(seen, 200U) << "the rooms were not found: this test would see nothing";
}

TEST(House, TheTestSeesABrokenArrow)
{
    EXPECT_NE(brokenArrow({"core/key/a.h", "core", "simulations/run/run.h"}), "");
    EXPECT_NE(brokenArrow({"simulations/run/a.cpp", "simulations", "ui/theme/tokens.h"}), "");
    EXPECT_NE(brokenArrow({"simulations/run/a.cpp", "simulations", "QPainter"}), "");
    EXPECT_NE(brokenArrow({"ui/models/a.cpp", "ui", "app/commands.h"}), "");
    EXPECT_NE(brokenArrow({"ui/models/a.cpp", "ui", "../app/commands.h"}), "");
    EXPECT_NE(brokenArrow({"core/engine/a.cpp", "core", "QSqlQuery"}), "");
    EXPECT_NE(brokenArrow({"core/engine/a.cpp", "core", "libpq-fe.h"}), "");
    EXPECT_EQ(brokenArrow({"core/store/a.cpp", "core", "QSqlQuery"}), "");
    EXPECT_EQ(brokenArrow({"ui/models/a.cpp", "ui", "core/error.h"}), "");
    EXPECT_EQ(includesOf("  #  include <QPainter>\nint x;\n", "f", "core").size(), 1U);
}

TEST(House, FilesStaySmallEnoughToLiveIn)
{
    const fs::path root = fs::path(IDEMSCOPE_SOURCE_DIR);
    for (const auto& [room, unused] : arrows) {
        for (const auto& entry : fs::recursive_directory_iterator(root / room)) {
            const std::string extension = entry.path().extension().string();
            if (extension == ".cpp" || extension == ".h") {
                std::ifstream stream(entry.path());
                const auto lines = std::count(std::istreambuf_iterator<char>(stream), {}, '\n');
                EXPECT_LE(lines, 600) << fs::relative(entry.path(), root) << ": which two things live there?";
            }
        }
    }
}

TEST(House, EveryPackageHasItsReasonInTheReadme)
{
    const fs::path root = fs::path(IDEMSCOPE_SOURCE_DIR);
    std::ifstream readmeStream(root / "README.md");
    const std::string readme((std::istreambuf_iterator<char>(readmeStream)), {});
    std::ifstream packages(root / "scripts/packages.txt");
    int count = 0;
    for (std::string line; std::getline(packages, line);) {
        if (!line.empty() && line[0] != '#') {
            ++count;
            EXPECT_NE(readme.find("`" + line + "`"), std::string::npos)
                << line << " has no row in the README's table of parts";
        }
    }
    EXPECT_GT(count, 10);
}

} // namespace
