#pragma once

#include "simulations/scenario/scenario_file.h"

#include <QUndoCommand>

namespace idem {

class ScenarioDocument;

/// One edit of what is run, with the choice before and after it. Owned by the undo stack of its document.
class ChangeChoice : public QUndoCommand
{
public:
    /// Commands with the same `gesture` (not -1) become one: a drag of a slider is undone in one step.
    ChangeChoice(ScenarioDocument& document, Choice before, Choice after, const QString& text, int gesture);

    void undo() override;
    void redo() override;
    int id() const override { return m_gesture; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    ScenarioDocument& m_document;
    Choice m_before;
    Choice m_after;
    int m_gesture;
};

} // namespace idem
