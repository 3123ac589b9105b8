#include "ui/models/change_choice.h"

#include "ui/models/scenario_document.h"

#include <utility>

namespace idem {

ChangeChoice::ChangeChoice(ScenarioDocument& document, Choice before, Choice after, const QString& text,
                           int gesture)
    : QUndoCommand(text)
    , m_document(document)
    , m_before(std::move(before))
    , m_after(std::move(after))
    , m_gesture(gesture)
{
}

void ChangeChoice::undo()
{
    m_document.adopt(m_before);
}

void ChangeChoice::redo()
{
    m_document.adopt(m_after);
}

bool ChangeChoice::mergeWith(const QUndoCommand* other)
{
    // The stack only asks for commands with the same id, and only this class has ids here.
    m_after = static_cast<const ChangeChoice*>(other)->m_after;
    setText(other->text());
    // A slider that came back to where it was has changed nothing: nothing is left to undo.
    setObsolete(m_after == m_before);
    return true;
}

} // namespace idem
