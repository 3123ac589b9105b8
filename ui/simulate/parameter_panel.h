#pragma once

#include "core/error.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <QScrollArea>
#include <vector>

class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace idem {

class ChoiceField;
class DurationSlider;
class KeyField;
class ParameterRow;
class ScenarioDocument;
class ToggleSwitch;
struct ToolSpec;

/// Every parameter of the scenario as a control; each change is an edit of the document. Owned by its page,
/// needs the document to outlive it; GUI thread.
class ParameterPanel : public QScrollArea
{
    Q_OBJECT

public:
    explicit ParameterPanel(ScenarioDocument& document, QWidget* parent = nullptr);

    /// The controls by the last part of their path ("timeout", "accepts_keys", "calls_again", "seed").
    QWidget* control(const QString& member) const;
    ParameterRow* row(const QString& member) const;
    KeyField* keyField() const { return m_key; }
    QPushButton* resetAllButton() const { return m_resetAll; }
    QString latencyNote() const; ///< what is said below the latency where it is drawn from a range

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

private:
    struct Parameter
    {
        QString member;
        QString path; ///< whole; of a tool it follows the tool that is shown
        QString name; ///< in a sentence
        QWidget* control = nullptr;
        ParameterRow* row = nullptr;
    };

    void buildTool(QVBoxLayout& column);
    void buildProvider(QVBoxLayout& column);
    void buildLayers(QVBoxLayout& column);
    void buildSeed(QVBoxLayout& column);
    void addHeading(QVBoxLayout& column, const QString& text, QWidget* beside = nullptr);
    void addRow(QVBoxLayout& column, const QString& path, const QString& name, QWidget* control);
    DurationSlider* addDuration(QVBoxLayout& column, const QString& path, const QString& label,
                                const QString& toolTip);
    ToggleSwitch* addSwitch(QVBoxLayout& column, const QString& path, const QString& label,
                            const QString& toolTip);
    void addLayer(QVBoxLayout& column, const QString& path, const QString& label, const QString& toolTip);

    void scenarioOpened();
    void toolChosen();
    void offerGuards(const ToolSpec& tool);
    void offerLease(const ToolSpec& tool);
    const ToolSpec* shownTool() const; ///< null before the first file
    void refresh();
    void refreshControl(const Parameter& parameter);
    void refreshLayer(const Parameter& parameter, ToggleSwitch& toggle);
    QString whyWithoutEffect(const QString& path) const;
    void keyTyped(const QString& key);
    QString suggestedTemplate() const;
    void set(const QString& path, const QString& name, const nlohmann::ordered_json& value, int gesture = -1);
    const Parameter* find(const QString& member) const;

    ScenarioDocument& m_document;
    std::vector<Parameter> m_parameters;
    ChoiceField* m_toolChooser = nullptr;
    KeyField* m_key = nullptr;
    QLabel* m_identifies = nullptr;
    QLabel* m_latencyNote = nullptr;
    QDoubleSpinBox* m_seed = nullptr;
    QPushButton* m_resetAll = nullptr;
    QString m_tool;
    std::optional<bool> m_goesBySequence; ///< of the tool that the guards are offered for
    int m_gesture = 0;
};

} // namespace idem
