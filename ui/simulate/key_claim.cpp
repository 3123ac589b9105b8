#include "ui/simulate/key_claim.h"

#include "ui/simulate/suggestion_list.h"
#include "ui/widgets/duration_slider.h"
#include "ui/widgets/pill_bar.h"
#include "ui/widgets/story_list.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QKeyEvent>
#include <QTabBar>

namespace idem {

bool claimsKey(const QWidget* focus, const QKeyEvent& key)
{
    if (key.modifiers() != Qt::NoModifier) {
        return false;
    }
    const bool chooser
        = qobject_cast<const QComboBox*>(focus) != nullptr || qobject_cast<const PillBar*>(focus) != nullptr;
    if (key.key() == Qt::Key_Space) {
        return chooser || qobject_cast<const QAbstractButton*>(focus) != nullptr;
    }
    const bool ends = key.key() == Qt::Key_Home || key.key() == Qt::Key_End;
    if (!ends && key.key() != Qt::Key_Left && key.key() != Qt::Key_Right) {
        return false;
    }
    return chooser || qobject_cast<const DurationSlider*>(focus) != nullptr
        || qobject_cast<const QTabBar*>(focus) != nullptr
        || (ends
            && (qobject_cast<const StoryList*>(focus) != nullptr
                || qobject_cast<const SuggestionList*>(focus) != nullptr));
}

} // namespace idem
