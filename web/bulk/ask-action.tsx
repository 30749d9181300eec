import { useState } from 'react'
import type { BulkAction } from '../../contract/bulk/bulk.ts'
import { folded } from '../../contract/shared/folded.ts'
import { Row } from '../kit/layout.tsx'
import { useMenu } from '../menu/menu.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceChips } from '../ui/choice-chips.tsx'
import { DialogFoot } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { plural } from '../words/format.ts'
import {
  actionOf,
  actKinds,
  emptyAsk,
  itemSpans,
  needsItem,
  reasons,
  stopSpans,
  type Asked,
  type Missing,
} from './ask.rules.ts'
import styles from './bulk.module.css'
import type { StoreOfAct } from './store-of-act.ts'

/** What is to be done; the next step shows what it would change. */
export function AskAction({
  stores,
  onAsked,
}: {
  readonly stores: readonly StoreOfAct[]
  readonly onAsked: (action: BulkAction) => void
}) {
  const [asked, setAsked] = useState<Asked>(emptyAsk)
  const [missing, setMissing] = useState<Missing | null>(null)
  const set = (change: Partial<Asked>) => {
    setAsked({ ...asked, ...change })
    setMissing(null)
  }
  const problemOf = (field: Missing['field']) => (missing?.field === field ? missing.problem : undefined)
  return (
    <form
      className={styles.form}
      noValidate
      aria-label="Em várias lojas"
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = actionOf(asked, new Date())
        if (wanted.action) onAsked(wanted.action)
        else setMissing(wanted)
      }}
    >
      <section>
        <h3>O que fazer em {plural(stores.length, 'loja', 'lojas')}?</h3>
        <ChoiceChips
          label="O que fazer?"
          options={actKinds}
          value={asked.kind}
          onChoose={(kind) => set({ kind })}
        />
      </section>
      {asked.kind === 'stop' ? (
        <>
          <section>
            <h3>Por quanto tempo?</h3>
            <ChoiceChips
              label="Por quanto tempo?"
              options={stopSpans}
              value={asked.minutes}
              onChoose={(minutes) => set({ minutes })}
            />
          </section>
          <section>
            <h3>Por quê? (se quiser)</h3>
            <ChoiceChips
              label="Por quê?"
              options={reasons}
              value={asked.reason as (typeof reasons)[number][0]}
              onChoose={(reason) => set({ reason })}
            />
          </section>
        </>
      ) : null}
      {needsItem(asked.kind) ? (
        <ItemField
          storeId={stores[0]?.id ?? ''}
          value={asked.item}
          error={problemOf('item')}
          onChange={(item, code) => set({ item, code })}
        />
      ) : null}
      {asked.kind === 'pause-item' ? (
        <section>
          <h3>Até quando?</h3>
          <ChoiceChips
            label="Até quando?"
            options={itemSpans}
            value={asked.until}
            onChoose={(until) => set({ until })}
          />
        </section>
      ) : null}
      {asked.kind === 'price' ? (
        <TextField
          label="Preço no canal próprio (R$)"
          inputMode="decimal"
          autoComplete="off"
          value={asked.price}
          error={problemOf('price')}
          onChange={(event) => set({ price: event.target.value })}
        />
      ) : null}
      <DialogFoot>
        <Row as="span" gap={8}>
          <Button type="submit" variant="primary">
            Ver o que muda
          </Button>
        </Row>
      </DialogFoot>
    </form>
  )
}

/** Typed, or one of the first store's menu: then its code joins it, too, as in Cardápio. */
function ItemField({
  storeId,
  value,
  error,
  onChange,
}: {
  readonly storeId: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (name: string, code: string | null) => void
}) {
  const menu = useMenu(storeId).data
  return (
    <>
      <TextField
        label="Item"
        list="items-of-acts"
        maxLength={200}
        autoComplete="off"
        value={value}
        error={error}
        onChange={({ target }) => {
          const known = menu?.items.find(({ name }) => folded(name) === folded(target.value))
          onChange(target.value, known?.externalCode ?? null)
        }}
      />
      <datalist id="items-of-acts">
        {menu?.items.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  )
}
