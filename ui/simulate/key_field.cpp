#include "ui/simulate/key_field.h"

#include "ui/models/words.h"
#include "ui/simulate/choice_field.h"
#include "ui/simulate/tone_label.h"

#include <array>
#include <QComboBox>
#include <QFontDatabase>
#include <QLineEdit>
#include <QVBoxLayout>

namespace idem {

namespace {

constexpr std::array keyKinds{"none", "call_id", "args_hash", "random", "timestamp", "event_id", "request_id"};

/// The choice that opens the text field; no key of a file can be called so.
const QString ownTemplate = QStringLiteral("\n");

} // namespace

KeyField::KeyField(QWidget* parent)
    : QWidget(parent)
    , m_kinds(new ChoiceField(
          tr("Key"), tr("How the tool names an action, so that a repeat can be told from a new one"), this))
    , m_template(new QLineEdit(this))
    , m_problem(new ToneLabel(Token::BadText, this))
{
    // A file that is let go here is meant for the window.
    m_template->setAcceptDrops(false);
    m_template->setAccessibleName(tr("Key template"));
    m_template->setToolTip(tr("Text with arguments in braces: invoice:{customer|trim|lower}:{period}"));
    m_template->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_template->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(3);
    layout->addWidget(m_kinds);
    layout->addWidget(m_template);
    layout->addWidget(m_problem);

    connect(m_kinds, &ChoiceField::chosen, this, [this](const QString& value) {
        setProblem({});
        Q_EMIT chosen(value == ownTemplate ? m_suggestion : value);
        if (value == ownTemplate) {
            m_template->setFocus(Qt::OtherFocusReason);
            m_template->selectAll();
        }
    });
    connect(m_template, &QLineEdit::textEdited, this, &KeyField::typed);
    connect(m_template, &QLineEdit::editingFinished, this, &KeyField::typingFinished);
    fill();
}

bool KeyField::isTemplate(const QString& key)
{
    for (const char* kind : keyKinds) {
        if (key == QLatin1String(kind)) {
            return false;
        }
    }
    return true;
}

void KeyField::fill()
{
    m_kinds->clearChoices();
    const std::array sentences{tr("Nothing names the action."),
                               tr("The id of the model's tool call: a new one whenever the model calls again."),
                               tr("A digest of all arguments: a new one whenever a word of them changes."),
                               tr("A new random key for every call."),
                               tr("The time at which the message came in: a new one for every delivery."),
                               tr("The id of the event that asked: the same on redelivery."),
                               tr("Made once and stored with the work item.")};
    for (std::size_t i = 0; i < keyKinds.size(); ++i) {
        const QString value = QLatin1String(keyKinds[i]);
        m_kinds->addChoice(value, words::key(value), sentences[i]);
    }
    for (const QString& text : m_templates) {
        m_kinds->addChoice(text, text, tr("A template from the file."));
    }
    m_kinds->addChoice(ownTemplate, tr("a template of your own…"),
                       tr("Type how the key is made from the arguments."));
}

void KeyField::setTemplates(const QStringList& templates, const QString& suggestion)
{
    m_templates = templates;
    m_suggestion = suggestion;
    fill();
}

void KeyField::setCurrent(const QString& key)
{
    const bool custom = isTemplate(key);
    if (custom && !m_templates.contains(key)) {
        m_kinds->box()->setCurrentIndex(m_kinds->box()->findData(ownTemplate));
    } else {
        m_kinds->setCurrent(key);
    }
    m_template->setVisible(custom);
    // While somebody types, the text is theirs, right or wrong; a wrong one stays, with its message, until it
    // is mended or the key is another one.
    const bool sameKey = m_key == key;
    m_key = key;
    if (sameKey && (m_template->hasFocus() || !m_problem->text().isEmpty())) {
        return;
    }
    setProblem({});
    if (m_template->text() != key) {
        m_template->setText(custom ? key : QString());
        m_template->setCursorPosition(0);
    }
}

void KeyField::setProblem(const QString& problem)
{
    m_problem->setText(problem.isEmpty() ? QString() : tr("✕ %1").arg(problem));
    m_problem->setVisible(!problem.isEmpty());
    m_template->setAccessibleDescription(problem);
}

QString KeyField::problem() const
{
    return m_problem->text();
}

} // namespace idem
