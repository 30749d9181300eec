import { useState } from 'react'
import { readSalesGoals, saveSalesGoal, type GoalOfStore } from '../../../contract/groups/goals.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import { ApiError, errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import type { StoreOfAct } from '../../bulk/bulk.ts'
import { Stack } from '../../kit/layout.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { money, moneyShort } from '../../words/format.ts'

interface GoalsProps {
  readonly stores: readonly StoreOfAct[]
  readonly goals: readonly GoalOfStore[]
  /** "novembro de 2026". */
  readonly month: string
  readonly onClose: () => void
}

/** By store id. */
type ByStore = ReadonlyMap<string, string>

/** A goal for each store; what is refused is said at its field, and the others are kept. */
export function GoalsDialog({ stores, goals, month, onClose }: GoalsProps) {
  const [typed, setTyped] = useState<ByStore>(new Map())
  const [problems, setProblems] = useState<ByStore>(new Map())
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const refused = new Map<string, string>()
    const kept = new Map(typed)
    for (const goal of goals) {
      const text = typed.get(goal.storeId)
      if (text === undefined) continue
      const problem = await saveOne(goal, text)
      if (problem) refused.set(goal.storeId, problem)
      else kept.delete(goal.storeId)
    }
    await refresh(readSalesGoals)
    setTyped(kept)
    setProblems(refused)
    setBusy(false)
    if (refused.size > 0) return
    notify('Metas salvas.')
    onClose()
  }
  return (
    <Dialog title={`Metas de ${month}`} onClose={onClose}>
      <Stack
        as="form"
        gap={12}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {goals.map((goal) => (
          <TextField
            key={goal.storeId}
            label={`${stores.find(({ id }) => id === goal.storeId)?.name ?? ''} (R$)`}
            hint={hintOf(goal)}
            inputMode="decimal"
            autoComplete="off"
            value={typed.get(goal.storeId) ?? written(goal.goalCents)}
            error={problems.get(goal.storeId)}
            onChange={(event) => setTyped(new Map(typed).set(goal.storeId, event.target.value))}
          />
        ))}
        <DialogFoot>
          <Button type="submit" variant="primary" busy={busy}>
            Salvar as metas
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

const written = (cents: number | null): string => (cents === null ? '' : money(cents).replace('R$\u00a0', ''))

const hintOf = ({ soldCents, paceCents }: GoalOfStore): string =>
  paceCents === null
    ? `${moneyShort(soldCents)} até agora.`
    : `${moneyShort(soldCents)} até agora, no ritmo de ${moneyShort(paceCents)}.`

/** Returns why it was refused; null: it is saved. */
async function saveOne({ storeId, month, version }: GoalOfStore, text: string): Promise<string | null> {
  const goalCents = text.trim() === '' ? null : centsTyped(text)
  if (text.trim() !== '' && goalCents === null) return 'Informe a meta em reais, como 80.000.'
  try {
    await ask(saveSalesGoal, { body: { month, goalCents, version } }, { storeId })
    return null
  } catch (error) {
    const [detail] = error instanceof ApiError ? error.details : []
    return detail?.message ?? errorSentence(error)
  }
}
