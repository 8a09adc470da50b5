// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/imagelayers.h"
#include "core/step/towermodules.h"
#include "core/step/unitwalk.h"

namespace shardscope {

/// How a vision tower runs before the layers, and behind them backward.
template <class Stage>
class ImageWalk : protected UnitWalk<Stage>
{
    using Base = UnitWalk<Stage>;

protected:
    using Base::Base;
    using Base::m_modules;
    using Base::m_settings;
    using Base::m_stage;

    /// Around the embedding's forward pass: what sees images sees them before or behind it. Tables
    /// are made when the language model has its embeddings.
    template <class Make>
    void beforeEmbedding(const Make &makeTables)
    {
        if (attendsToImages())
            lookAtImages();
        if (!m_modules.tower().exists())
            makeTables();
    }
    template <class Make>
    void behindEmbedding(const Make &makeTables)
    {
        if (!m_modules.tower().exists())
            return;
        if (!attendsToImages())
            seeImages();
        makeTables();
    }

    bool attendsToImages() const
    {
        return m_modules.tower().exists() && m_settings.spec.tower->isAttendedTo();
    }
    /// The vision tower of layers that attend to what it makes, before the tokens are looked up.
    void lookAtImages()
    {
        const TowerModules &tower = m_modules.tower();
        m_stage.beginTower();
        m_stage.change(Held::Tower, tower.arguments);
        passTower();
        m_stage.change(Held::Tower, tower.tables - tower.locals - tower.entered);
        m_stage.endTower(0);
        m_stage.change(
            keepsImageMask(m_settings) ? Held::Common : Held::Locals, imageMaskBytes(m_settings));
    }
    /// The last layer of the backward pass that refers to what the tower has made.
    void forgetImages()
    {
        if (keepsImageStates(m_settings))
            m_stage.change(Held::Common, -imageStateBytes(m_settings));
        if (keepsImageMask(m_settings))
            m_stage.change(Held::Common, -imageMaskBytes(m_settings));
    }
    void learnAttended()
    {
        const TowerModules &tower = m_modules.tower();
        m_stage.beginTower();
        m_stage.enterTower(0);
        learnTower();
        m_stage.change(Held::Tower, -tower.tables);
        m_stage.endTower(0);
    }

    /// The vision tower, and its features in the places of image tokens (masked_scatter).
    void seeImages()
    {
        const TowerModules &tower = m_modules.tower();
        m_stage.beginTower();
        m_stage.change(Held::Tower, tower.arguments + tower.merging);
        passTower();
        forgetUnread();
        m_stage.change(Held::Tower, tower.tables - tower.locals - tower.entered);
        m_stage.change(Held::Tower, tower.mask);
        const double stream = m_settings.streamBytes();
        m_stage.change(Held::Working, stream + tower.scatter);
        m_stage.change(Held::Working, -tower.scatter);
        // The model's forward pass goes on to refer to the features, not to the embeddings.
        m_stage.change(Held::Working, -tower.features - (tower.embeddingIsLeaf ? 0 : stream));
        m_stage.change(
            Held::Tower, tower.outputs + tower.returned - tower.deepLayers * tower.deepFeatures);
        m_stage.endTower(stream);
        if (tower.behind)
            seeBehind(tower.kinds[*tower.behind]);
    }
    void passTower()
    {
        const TowerModules &tower = m_modules.tower();
        for (int i = 0; i < tower.size(); ++i) {
            const Module &part = tower.part(i);
            this->forward(part, this->towerUnit(i));
            if (i == 0)
                m_stage.change(Held::Tower, tower.locals);
            if (i == 1)
                m_stage.change(Held::Tower, tower.entered);
            if (part.towerPart == TowerPartKind::Side)
                m_stage.change(Held::Tower, tower.deepFeatures);
            if (part.towerPart == TowerPartKind::Aside) // among what every block gave
                m_stage.change(Held::Tower, tower.stream);
            if (sharesInput(i))
                m_stage.change(Held::TowerParts, -tower.stream);
        }
    }
    /// What blocks keep and give of which nothing is made.
    void forgetUnread()
    {
        const TowerModules &tower = m_modules.tower();
        for (int i = 0; i < tower.size(); ++i) {
            const Module &part = tower.part(i);
            if (part.towerPart != TowerPartKind::Aside)
                continue;
            m_stage.change(part.kept, (sharesInput(i) ? tower.stream : 0) - part.keptBytes());
            m_stage.change(Held::Tower, -tower.stream);
        }
    }
    /// What embeddings add to the layers. It hands on what it is given; if it keeps that, and the
    /// first layer does not, that counts here.
    void seeBehind(const Module &behind)
    {
        this->forward(behind, this->behindTowerUnit());
        m_stage.change(Held::Embedding, keptBehind(behind));
    }
    void learnBehind(const Module &behind)
    {
        const Given *inputs = behind.tape.giving(Common::LayerInputs);
        m_stage.change(Held::Embedding, -keptBehind(behind));
        if (behind.tape.at(inputs->tensor).requiresGrad)
            this->backward(behind, this->behindTowerUnit());
    }
    double keptBehind(const Module &behind) const
    {
        const Tape &tape = behind.tape;
        const bool isKept
            = tape.at(tape.input).holding == Holding::Saved && !m_modules.firstKeepsInput();
        return isKept ? tape.storageOf(tape.input) : 0;
    }
    /// What it keeps is the next part's input as well, which is counted there.
    bool sharesInput(int index) const
    {
        const auto keepsInput = [](const Module &part) {
            return part.options.isCheckpointed
                || part.tape.at(part.tape.input).holding == Holding::Saved;
        };
        const TowerModules &tower = m_modules.tower();
        const TowerPartKind kind = tower.part(index).towerPart;
        if (kind == TowerPartKind::Aside) // which is not kept beyond what it handed on
            return keepsInput(tower.part(index));
        return kind == TowerPartKind::Side && keepsInput(tower.part(index))
            && keepsInput(tower.part(index + 1));
    }
    void forgetFeatures()
    {
        const TowerModules &tower = m_modules.tower();
        m_stage.change(Held::Tower, -tower.outputs - tower.merging);
    }

    /// From the gradient of the first layer's input to those of the tower, then of the embedding.
    void learnImages()
    {
        const TowerModules &tower = m_modules.tower();
        const double stream = m_settings.streamBytes();
        if (tower.behind)
            learnBehind(tower.kinds[*tower.behind]);
        m_stage.beginTower();
        if (tower.embeddingNeedsGradient)
            m_stage.change(Held::Working, stream); // masked_fill
        if (tower.needsGradient) {
            m_stage.change(Held::Working, tower.features + tower.gather);
            m_stage.change(Held::Working, -tower.gather);
        }
        if (tower.needsGradient || tower.embeddingNeedsGradient)
            m_stage.change(Held::Working, -stream);
        m_stage.change(Held::Tower, -tower.mask);
        m_stage.enterTower(tower.needsGradient ? tower.features : 0);
        learnTower();
        m_stage.change(Held::Tower, -tower.tables);
        m_stage.endTower(tower.embeddingNeedsGradient ? stream : 0);
    }
    void learnTower()
    {
        const TowerModules &tower = m_modules.tower();
        for (int i = tower.size(); tower.needsGradient && i-- > 0;) {
            const Module &part = tower.part(i);
            if (part.towerPart == TowerPartKind::Aside)
                continue;
            if (sharesInput(i))
                m_stage.change(Held::TowerParts, tower.stream);
            if (part.towerPart == TowerPartKind::Side)
                m_stage.change(Held::Tower, -tower.deepFeatures);
            if (i == tower.firstStacked)
                m_stage.change(Held::Tower, -tower.stacked);
            if (needsGradient(part.tape))
                this->backward(part, this->towerUnit(i));
            if (tower.firstStacked > 0 && part.towerPart == TowerPartKind::Exit)
                m_stage.change(Held::Tower, tower.stacked);
        }
    }
};

} // namespace shardscope
