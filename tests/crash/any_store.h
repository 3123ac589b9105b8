#pragma once

#include "core/store/store.h"

#include <memory>
#include <string>

namespace idem {

/// Opens "sqlite:FILE" or "postgres:CONNECTION".
Result<std::unique_ptr<Store>> openStore(const std::string& place);

} // namespace idem
