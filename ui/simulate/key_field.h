#pragma once

#include <QStringList>
#include <QWidget>

class QLineEdit;

namespace idem {

class ChoiceField;
class ToneLabel;

/// How a tool names its actions: one of the known kinds, a template that the file holds, or one that is typed
/// here, with what is wrong with it below it. Owned by its panel; GUI thread.
class KeyField : public QWidget
{
    Q_OBJECT

public:
    explicit KeyField(QWidget* parent = nullptr);

    /// The templates to offer, and the one that a template of one's own begins with.
    void setTemplates(const QStringList& templates, const QString& suggestion);
    void setCurrent(const QString& key); ///< no signal; keeps a text that is being typed
    /// What is wrong with the text that was typed; empty hides it.
    void setProblem(const QString& problem);
    QString problem() const;

    ChoiceField* kinds() const { return m_kinds; }
    QLineEdit* templateEdit() const { return m_template; }

    static bool isTemplate(const QString& key);

Q_SIGNALS:
    void chosen(const QString& key);
    void typed(const QString& key); ///< while a template is edited
    void typingFinished();

private:
    void fill();

    ChoiceField* m_kinds = nullptr;
    QString m_key; ///< the document's, as shown last
    QLineEdit* m_template = nullptr;
    ToneLabel* m_problem = nullptr;
    QStringList m_templates;
    QString m_suggestion;
};

} // namespace idem
