import { useId, useState } from 'react'
import {
  closePhoneConnection,
  disconnectWhatsapp,
  type LineView,
  type WhatsappView,
} from '../../../contract/whatsapp/whatsapp.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { useNow } from '../../browser/clock.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { Pill } from '../../ui/pill.tsx'
import { count, money, phoneText, plural } from '../../words/format.ts'
import { Refusal } from '../refusal.tsx'
import { driverWords, qualityWords, refusedWords, since, spanText, stateWords } from './line-words.rules.ts'
import { useAct } from '../whatsapp-data.ts'
import { Sheet } from '../sheet.tsx'
import styles from '../whatsapp-tab.module.css'

interface HealthProps {
  readonly store: Store
  readonly view: WhatsappView
  readonly line: LineView
}

/** A working line: its health, and how to end it. */
export function HealthPart({ store, view, line }: HealthProps) {
  const [ending, setEnding] = useState(false)
  const title = useId()
  const words = stateWords(line)
  return (
    <Sheet>
      <section aria-labelledby={title}>
        <div className={styles.head}>
          <div className={styles.titleRow}>
            <h2 id={title}>{phoneText(`+${line.number}`)}</h2>
            <Pill tone={words.tone}>{words.title}</Pill>
          </div>
          <p className={styles.quiet}>{words.more || driverWords[line.driver].name}</p>
        </div>
        <Facts view={view} line={line} />
        <div className={styles.actions}>
          <Button variant="ghost" onClick={() => setEnding(true)}>
            Desconectar
          </Button>
        </div>
      </section>
      {ending ? <EndDialog store={store} view={view} line={line} onClose={() => setEnding(false)} /> : null}
    </Sheet>
  )
}

type Fact = readonly [label: string, value: string]

/** What an owner asks: whether messages come and go, and what they cost. All else, and what is fine, behind one line. */
function Facts({ view, line }: Omit<HealthProps, 'store'>) {
  const now = useNow(15_000)
  const { health, queue, settings } = view
  const when = (iso: string | null) => (iso === null ? 'ainda nenhuma' : since(iso, now))
  const refused = refusedWords(health.refused)
  const failed: Fact = [
    'Falhas em 24\u00a0horas',
    health.failed === 0 ? 'nenhuma' : `${count(health.failed)} de ${count(health.sent + health.failed)}`,
  ]
  const waiting: Fact = [
    'Na fila',
    queue.oldestAt === null
      ? 'nada'
      : `${plural(queue.waiting, 'mensagem', 'mensagens')}, ${since(queue.oldestAt, now)}`,
  ]
  const spent: Fact = [
    'Gasto neste mês',
    settings.capCents === null
      ? money(health.spentCents)
      : `${money(health.spentCents)} de ${money(settings.capCents)}`,
  ]
  const shown: readonly Fact[] = [
    ['Última recebida', when(line.lastInAt)],
    ['Última enviada', when(line.lastOutAt)],
    ...(line.driver === 'cloud' ? [spent] : []),
    ...(health.failed > 0 ? [failed] : []),
    ...(queue.oldestAt === null ? [] : [waiting]),
    ...(refused === null ? [] : ([['Recusadas em 7\u00a0dias', refused]] as const)),
  ]
  const behind: readonly Fact[] = [
    ['Conectado', line.openedAt ? since(line.openedAt, now) : 'agora'],
    [
      'Do envio à entrega',
      health.medianMs === null ? 'sem entregas na última hora' : spanText(health.medianMs),
    ],
    ...(health.failed > 0 ? [] : [failed]),
    ...(queue.oldestAt === null ? [waiting] : []),
    ...(line.driver === 'cloud'
      ? ([
          ['Qualidade do número', line.quality === null ? 'ainda sem nota' : qualityWords[line.quality]],
          ['Clientes novos por dia', line.tier === null ? 'sem limite conhecido' : `até ${count(line.tier)}`],
        ] as const)
      : []),
  ]
  return (
    <>
      <FactList facts={shown} />
      <details className={styles.behind}>
        <summary>Como vai a linha</summary>
        <FactList facts={behind} />
      </details>
    </>
  )
}

const FactList = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

function EndDialog({ store, view, line, onClose }: HealthProps & { readonly onClose: () => void }) {
  const act = useAct()
  const { waiting } = view.queue
  const end = async (work: () => Promise<unknown>) => {
    if (await act.run(work)) {
      notify(`WhatsApp desconectado de ${store.name}.`)
      onClose()
    }
  }
  return (
    <Dialog title="Desconectar o WhatsApp" onClose={onClose}>
      <ul className={styles.effects}>
        <li>Os clientes deixam de receber as mensagens dos pedidos.</li>
        <li>
          {waiting === 0
            ? 'Nenhuma mensagem espera para sair.'
            : `${plural(waiting, 'mensagem espera', 'mensagens esperam')} e só sai se você conectar antes de vencer.`}
        </li>
        <li>Conversas e mensagens enviadas continuam guardadas.</li>
      </ul>
      <Refusal words={act.refusal} />
      <DialogFoot>
        <Button
          variant="ghost"
          onClick={() =>
            void end(() =>
              ask(closePhoneConnection, { body: { connectionId: line.connectionId } }, { storeId: store.id }),
            )
          }
        >
          Apagar a conexão
        </Button>
        <Button
          variant="danger"
          busy={act.busy}
          data-first
          onClick={() => void end(() => ask(disconnectWhatsapp, {}, { storeId: store.id }))}
        >
          Desconectar
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
