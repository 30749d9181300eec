import { brazilianDay } from '../../contract/shared/day.ts'
import { useState } from 'react'
import { saveWhatsapp, type MessageKind, type WhatsappView } from '../../contract/whatsapp/whatsapp.ts'
import { centsTyped } from '../../contract/shared/money.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { TextField } from '../ui/text-field.tsx'
import { SwitchState } from '../ui/switch-state.tsx'
import { count, decimal, money, plural } from '../words/format.ts'
import { Refusal } from './refusal.tsx'
import { kindWords, templateWords, warningWords } from './line/line-words.rules.ts'
import { useAct } from './whatsapp-data.ts'
import styles from './whatsapp-tab.module.css'

interface MessagesProps {
  readonly store: Store
  readonly view: WhatsappView
}

/** The automatic messages. Each switch shows its cost before it is turned on. */
export function MessagesPart({ store, view }: MessagesProps) {
  const [asked, setAsked] = useState<MessageKind | null>(null)
  const chosen = view.kinds.find(({ kind }) => kind === asked)
  return (
    <section className={styles.part} aria-label="Mensagens automáticas">
      <div>
        <h2 id="mensagens">Mensagens que saem sozinhas</h2>
        <p className={styles.quiet}>
          Para pedidos com o celular do cliente. Duas mudanças no mesmo meio minuto viram uma mensagem, e quem
          responde PARAR não recebe mais.
        </p>
      </div>
      <ul className={styles.kinds}>
        {view.kinds.map(({ kind, warning, category }) => {
          const on = view.settings.kinds.includes(kind)
          const warned = warningWords({ warning, category })
          return (
            <li key={kind}>
              <button
                type="button"
                role="switch"
                aria-checked={on}
                className={styles.switch}
                onClick={() => setAsked(kind)}
              >
                <span>
                  <b>{kindWords[kind].name}</b>
                  <small>{kindWords[kind].when}</small>
                  {warned ? <small>{warned}</small> : null}
                </span>
                <SwitchState on={on}>{on ? 'Ligada' : 'Desligada'}</SwitchState>
              </button>
            </li>
          )
        })}
      </ul>
      {view.line?.driver === 'evolution' ? null : <Cap store={store} view={view} />}
      {chosen ? <KindDialog store={store} view={view} kind={chosen} onClose={() => setAsked(null)} /> : null}
    </section>
  )
}

function KindDialog({
  store,
  view,
  kind: { kind, text, monthMessages, monthCents, template },
  onClose,
}: MessagesProps & { readonly kind: WhatsappView['kinds'][number]; readonly onClose: () => void }) {
  const act = useAct()
  const { kinds, capCents, version } = view.settings
  const on = kinds.includes(kind)
  const held = templateWords(template)
  const { name } = kindWords[kind]
  const save = async () => {
    const next = on ? kinds.filter((one) => one !== kind) : [...kinds, kind]
    const done = await act.run(() =>
      ask(saveWhatsapp, { body: { kinds: next, capCents, version } }, { storeId: store.id }),
    )
    if (!done) return
    notify(`“${name}” ${on ? 'desligada' : 'ligada'}.`)
    onClose()
  }
  return (
    <Dialog title={`${on ? 'Desligar' : 'Ligar'} “${name}”`} onClose={onClose}>
      <div className={styles.dialog}>
        <blockquote className={styles.bubble}>{text}</blockquote>
        <p>
          <b className={styles.cost}>{`≈ ${money(monthCents)} por mês`}</b>
          {monthMessages === 0
            ? 'Nos últimos 30 dias nenhum pedido teria enviado esta mensagem.'
            : `Nos últimos 30\u00a0dias teria saído para ${plural(monthMessages, 'pedido', 'pedidos')}.`}
        </p>
        {held ? <p className={styles.quiet}>{held}</p> : null}
        <p className={styles.quiet}>
          {view.line?.driver === 'evolution'
            ? 'Esta conexão não cobra por mensagem.'
            : `Estimativa pelos preços em vigor desde ${brazilianDay(view.prices.since)} (${view.prices.source}). A conta é da Meta.`}
        </p>
        <Refusal words={act.refusal} />
      </div>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          {on ? 'Deixar ligada' : 'Agora não'}
        </Button>
        <Button variant={on ? 'danger' : 'primary'} busy={act.busy} data-first onClick={() => void save()}>
          {on ? 'Desligar' : 'Ligar'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function Cap({ store, view }: MessagesProps) {
  const act = useAct()
  const { kinds, capCents, version } = view.settings
  const [typed, setTyped] = useState(capCents === null ? '' : decimal(capCents / 100, 2))
  const cents = typed.trim() === '' ? null : centsTyped(typed)
  const isWrong = typed.trim() !== '' && cents === null
  const month = view.kinds
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((sum, { monthCents }) => sum + monthCents, 0)
  const save = async () => {
    const done = await act.run(() =>
      ask(saveWhatsapp, { body: { kinds: [...kinds], capCents: cents, version } }, { storeId: store.id }),
    )
    if (done) notify(cents === null ? 'Limite do mês retirado.' : `Limite do mês: ${money(cents)}.`)
  }
  return (
    <form
      className={styles.cap}
      aria-label="Limite do mês"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) void save()
      }}
    >
      <TextField
        label="Limite de gasto por mês, em reais"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        error={isWrong ? 'Informe um valor como 50,00.' : undefined}
        hint={
          kinds.length === 0
            ? 'Sem nada ligado, nada é gasto.'
            : `Com o que está ligado: ≈ ${money(month)} por mês, ${count(kinds.length)} de ${count(view.kinds.length)} mensagens.`
        }
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="soft" busy={act.busy}>
        Salvar o limite
      </Button>
      <Refusal words={act.refusal} />
    </form>
  )
}
