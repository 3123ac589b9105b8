#pragma once

#include <QString>

namespace idem {

/// A word for a POSIX shell: as it is where that is safe, else in single quotes.
QString shellQuote(const QString& word);

} // namespace idem
