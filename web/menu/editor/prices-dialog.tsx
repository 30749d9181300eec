import { useState, type FormEvent } from 'react'
import {
  changedPrice,
  changePrices,
  type PriceChange,
  type priceRoundings,
} from '../../../contract/menu/change-prices.ts'
import type { Menu } from '../../../contract/menu/menu.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { money, plural } from '../../words/format.ts'
import { refreshMenus } from '../menu-data.ts'
import { Stack } from '../../kit/layout.tsx'
import styles from './prices-dialog.module.css'

type Rounding = (typeof priceRoundings)[number]

export interface ChangedPrices {
  readonly changed: number
  readonly before: number
  readonly menu: string
}

/** The same change for many prices, seen item by item before it is made. */
export function PricesDialog({
  store,
  menu,
  onDone,
  onClose,
}: {
  readonly store: Store
  readonly menu: Menu
  readonly onDone: (done: ChangedPrices) => void
  readonly onClose: () => void
}) {
  const [categoryId, setCategoryId] = useState('')
  const [wish, setWish] = useState<TypedChange>({ kind: 'percent', sign: 1, typed: '10', rounding: 'none' })
  const [marketplaces, setMarketplaces] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const change = changeOf(wish)
  const offered = menu.items.filter((item) => categoryId === '' || item.categoryId === categoryId)
  const chosen = offered.filter(({ id }) => !left.has(id))
  const published = offered.some(({ channels }) => channels.length > 0)
  const save = useAction(async (by: PriceChange) => {
    const body = {
      change: by,
      items: chosen.map(({ id, version }) => ({ id, version })),
      marketplaces: marketplaces && published,
    }
    try {
      onDone(await ask(changePrices, { body }, { storeId: store.id }))
    } finally {
      void refreshMenus([store.id])
    }
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change && chosen.length > 0) save.run(change)
  }
  const toggle = (id: string) =>
    setLeft((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    )
  return (
    <Dialog title="Mudar preços" onClose={onClose}>
      <Stack
        as="form"
        gap={14}
        className={styles.form}
        onSubmit={submit}
        noValidate
        aria-label="Mudar preços"
      >
        <SelectField
          label="De quais itens"
          value={categoryId}
          options={[
            ['', 'Do cardápio inteiro'],
            ...menu.categories.map(({ id, name }) => [id, name] as const),
          ]}
          onChange={(event) => setCategoryId(event.target.value)}
        />
        <ChangeFields typed={wish} change={change} onChange={setWish} />
        {published ? (
          <label className={styles.tick}>
            <input
              type="checkbox"
              checked={marketplaces}
              onChange={(event) => setMarketplaces(event.target.checked)}
            />
            Mudar também os preços nos marketplaces
          </label>
        ) : null}
        <PriceRows items={offered} left={left} change={change} onToggle={toggle} />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={save.busyWith !== null}
            disabledReason={change && chosen.length > 0 ? null : 'Confira o valor e os itens.'}
          >
            Mudar {plural(chosen.length, 'preço', 'preços')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

interface TypedChange {
  readonly kind: 'percent' | 'cents'
  readonly sign: 1 | -1
  readonly typed: string
  readonly rounding: Rounding
}

function ChangeFields({
  typed: { kind, sign, typed, rounding },
  change,
  onChange,
}: {
  readonly typed: TypedChange
  /** Null: what is typed is none. */
  readonly change: PriceChange | null
  readonly onChange: (typed: TypedChange) => void
}) {
  const put = (part: Partial<TypedChange>) => onChange({ kind, sign, typed, rounding, ...part })
  return (
    <>
      <div className={styles.three}>
        <SelectField
          label="Preço"
          value={String(sign)}
          options={[
            ['1', 'Subir'],
            ['-1', 'Baixar'],
          ]}
          onChange={(event) => put({ sign: event.target.value === '1' ? 1 : -1 })}
        />
        <TextField
          label="Quanto"
          inputMode="decimal"
          value={typed}
          error={change ? undefined : kind === 'cents' ? 'Use vírgula, como 1,50.' : 'Um número inteiro.'}
          onChange={(event) => put({ typed: event.target.value })}
        />
        <SelectField
          label="Em"
          value={kind}
          options={[
            ['percent', '%'],
            ['cents', 'R$'],
          ]}
          onChange={(event) => {
            const next = event.target.value === 'cents' ? 'cents' : 'percent'
            put({ kind: next, typed: next === 'cents' ? '1,00' : '10' })
          }}
        />
      </div>
      <SelectField
        label="Arredondar"
        value={rounding}
        options={[
          ['none', 'Não arredondar'],
          ['ten', 'Para dez centavos'],
          ['ninety', 'Para final ,90'],
        ]}
        onChange={(event) => put({ rounding: event.target.value as Rounding })}
      />
    </>
  )
}

function PriceRows({
  items,
  left,
  change,
  onToggle,
}: {
  readonly items: Menu['items']
  /** Those that stay as they are. */
  readonly left: ReadonlySet<string>
  readonly change: PriceChange | null
  readonly onToggle: (id: string) => void
}) {
  return (
    <ul className={styles.items} aria-label="Como ficam os preços">
      {items.slice(0, maxShown).map(({ id, name, priceCents }) => (
        <li key={id}>
          <label className={styles.tick}>
            <input type="checkbox" checked={!left.has(id)} onChange={() => onToggle(id)} />
            <span>{name}</span>
            <span className={styles.price}>
              {money(priceCents)}
              {change && !left.has(id) ? (
                <>
                  {' → '}
                  <b>{money(changedPrice(priceCents, change))}</b>
                </>
              ) : null}
            </span>
          </label>
        </li>
      ))}
      {items.length > maxShown ? (
        <li className={styles.more}>
          e mais {plural(items.length - maxShown, 'item', 'itens')}, que também mudam.
        </li>
      ) : null}
    </ul>
  )
}

/** Beyond it nobody reads line by line; the categories make the list shorter. */
const maxShown = 200

function changeOf({ kind, sign, typed, rounding }: TypedChange): PriceChange | null {
  if (kind === 'cents') {
    const cents = centsTyped(typed)
    return cents === null || cents === 0 ? null : { by: { kind, cents: sign * cents }, rounding }
  }
  const percent = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0
  const most = sign === 1 ? 300 : 90
  return percent === 0 || percent > most ? null : { by: { kind, percent: sign * percent }, rounding }
}
