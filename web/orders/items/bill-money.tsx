import type { ReactNode } from 'react'
import type { ChangedMoney } from '../../../contract/orders/money/change-money.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { methodName } from '../../../contract/orders/money/payment-methods.ts'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { hiddenClass } from '../../ui/hidden.tsx'
import { money } from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import { willGive } from '../cancel/order-money.rules.ts'
import { goesByPix, wayBack } from '../refunds/refund-words.rules.ts'
import { collectPlace, type BillDraft, type OpenFigure } from './bill.rules.ts'
import styles from './bill.module.css'

const methods = ['PIX', 'CREDIT', 'DEBIT', 'CASH', 'MEAL_VOUCHER', 'FOOD_VOUCHER'] as const

/** The one open figure, and what happens with it. */
export function BillMoney({
  order,
  now,
  figure,
  choice,
  onChange,
}: {
  readonly order: Order
  readonly now: ChangedMoney
  readonly figure: OpenFigure
  readonly choice: BillDraft
  readonly onChange: (choice: BillDraft) => void
}) {
  const place = collectPlace[order.type]
  return (
    <>
      <p className={styles.figure} aria-live="polite">
        <span>{figure.label}</span>
        {figure.cents > 0 ? <b>{money(figure.cents)}</b> : null}
      </p>
      {figure.kind === 'back' ? (
        <GiveBack order={order} now={now} choice={choice} onChange={onChange} />
      ) : null}
      {figure.kind === 'missing' ? <Collect place={place} choice={choice} onChange={onChange} /> : null}
      {figure.kind === 'missing' && now.collectCents > now.missingCents ? (
        <Muted size={3}>
          Com o que já era para cobrar {place}, são {money(now.collectCents)}.
        </Muted>
      ) : null}
      {figure.kind === 'back' ? null : <DroppedChange order={order} now={now} />}
    </>
  )
}

/** The note that the customer wanted to pay with is too small now. */
function DroppedChange({ order, now }: { readonly order: Order; readonly now: ChangedMoney }) {
  const before = order.payments.find(({ changeForCents }) => changeForCents !== null)?.changeForCents ?? null
  const stays = now.payments.some(({ changeForCents }) => changeForCents !== null)
  if (before === null || stays) return null
  return <p className={styles.warning}>O troco para {money(before)} não serve mais: pergunte de novo.</p>
}

interface Part {
  readonly choice: BillDraft
  readonly onChange: (choice: BillDraft) => void
}

function Collect({ place, choice, onChange }: Part & { readonly place: string }) {
  return (
    <fieldset className={styles.choices}>
      <legend className={hiddenClass}>O que fazer com o que falta</legend>
      <Choice
        name="missing"
        title={`Receber ${place}`}
        words="Entra no que ainda falta cobrar."
        checked={choice.missing === 'collect'}
        onChoose={() => onChange({ ...choice, missing: 'collect' })}
      >
        <SelectField
          label="Forma"
          value={choice.method}
          options={methods.map((method) => [method, methodName(method)] as const)}
          onChange={(event) => onChange({ ...choice, method: event.target.value })}
        />
      </Choice>
      <Choice
        name="missing"
        title="A loja dá de cortesia"
        words="Vira desconto da loja, com o motivo."
        checked={choice.missing === 'courtesy'}
        onChoose={() => onChange({ ...choice, missing: 'courtesy' })}
      >
        <TextField
          label="Motivo"
          maxLength={200}
          value={choice.reason}
          onChange={(event) => onChange({ ...choice, reason: event.target.value })}
        />
      </Choice>
    </fieldset>
  )
}

function GiveBack({
  order,
  now,
  choice,
  onChange,
}: Part & { readonly order: Order; readonly now: ChangedMoney }) {
  const byPix = goesByPix(now.due)
  return (
    <fieldset className={styles.choices}>
      <legend className={hiddenClass}>O que fazer com o que sobra</legend>
      <Choice
        name="refund"
        title={willGive(now.due)}
        words={`${wayBack(now.due, order.customer)}${byPix ? ': confira o nome no banco' : ''}. Fica em Estornos a fazer, em Agora, até alguém marcar.`}
        checked={choice.refund === 'due'}
        onChoose={() => onChange({ ...choice, refund: 'due' })}
      />
      <Choice
        name="refund"
        title="Já devolvi"
        words="Anota agora, com o seu nome e a hora."
        checked={choice.refund === 'given'}
        onChoose={() => onChange({ ...choice, refund: 'given' })}
      />
      <Muted size={3}>Ou ponha outro prato no lugar: o que sobra paga por ele.</Muted>
    </fieldset>
  )
}

function Choice({
  name,
  title,
  words,
  checked,
  onChoose,
  children,
}: {
  readonly name: string
  readonly title: string
  readonly words: string
  readonly checked: boolean
  readonly onChoose: () => void
  readonly children?: ReactNode
}) {
  return (
    <>
      <label>
        <input type="radio" name={name} checked={checked} onChange={onChoose} />
        <span>
          <b>{title}</b>
          <Muted as="small" block size={3}>
            {words}
          </Muted>
        </span>
      </label>
      {checked && children ? <div className={styles.more}>{children}</div> : null}
    </>
  )
}
