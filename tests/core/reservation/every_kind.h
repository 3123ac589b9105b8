#pragma once

#include "tests/core/store/store_under_test.h"

namespace idem {

/// Calls `use(place)` with a new, empty place of every kind of store that can be here.
template <typename Use>
void onEveryKind(const Use& use)
{
    for (const Kind& kind : everyKind()) {
        SCOPED_TRACE(kind.name);
        if (const std::unique_ptr<Place> place = kind.make()) {
            use(*place);
        }
    }
}

} // namespace idem
