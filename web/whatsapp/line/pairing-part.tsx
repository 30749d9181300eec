import { useId } from 'react'
import { disconnectWhatsapp, maxTries, type LineView } from '../../../contract/whatsapp/whatsapp.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { useNow } from '../../browser/clock.ts'
import { Button } from '../../ui/button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { phoneText, plural } from '../../words/format.ts'
import { Refusal } from '../refusal.tsx'
import { secondsLeft, stateWords } from './line-words.rules.ts'
import { useAct } from '../whatsapp-data.ts'
import { Sheet } from '../sheet.tsx'
import styles from '../whatsapp-tab.module.css'

/** The phone has twenty seconds for each of the three codes. */
export function PairingPart({ store, line }: { readonly store: Store; readonly line: LineView }) {
  const act = useAct()
  const title = useId()
  const { title: words, more } = stateWords(line)
  const isShown = line.state === 'pairing' && (line.qr !== null || line.code !== null)
  return (
    <Sheet>
      <section aria-labelledby={title}>
        <div className={styles.head}>
          <h2 id={title}>{words}</h2>
          <p className={styles.quiet}>
            {line.state === 'syncing' ? more : `Número da loja: ${phoneText(`+${line.number}`)}`}
          </p>
        </div>
        {isShown ? <Step line={line} /> : <Waiting line={line} />}
        <Refusal words={act.refusal} />
        <div className={styles.actions}>
          <Button
            variant="ghost"
            busy={act.busy}
            onClick={() => void act.run(() => ask(disconnectWhatsapp, {}, { storeId: store.id }))}
          >
            Desistir
          </Button>
        </div>
      </section>
    </Sheet>
  )
}

function Step({ line }: { readonly line: LineView }) {
  const now = useNow(500)
  const left = secondsLeft(line.stepEndsAt, now)
  const byCode = line.method === 'code' && line.code !== null
  return (
    <div className={styles.pairing}>
      {line.qr ? (
        <div className={styles.qr}>
          <QrCode text={line.qr} label="QR code para ler com o WhatsApp do celular da loja" />
        </div>
      ) : null}
      <div className={styles.how}>
        {byCode ? (
          <p className={styles.code}>{`${line.code?.slice(0, 4) ?? ''}-${line.code?.slice(4) ?? ''}`}</p>
        ) : null}
        <ol>
          <li>No celular da loja, abra o WhatsApp.</li>
          <li>Toque em Aparelhos conectados e em Conectar um aparelho.</li>
          <li>
            {byCode
              ? 'Toque em Conectar com número de telefone e digite o código.'
              : 'Aponte a câmera para o código.'}
          </li>
        </ol>
        <p className={styles.left} role="timer" aria-live="off">
          {left > 0 ? `Vale por mais ${plural(left, 'segundo', 'segundos')}` : 'Buscando o próximo código…'}
        </p>
        <p className={styles.quiet}>{`Código ${String(line.tries)} de ${String(maxTries)}`}</p>
      </div>
    </div>
  )
}

const Waiting = ({ line }: { readonly line: LineView }) => (
  <p className={styles.left} role="status">
    {line.state === 'syncing'
      ? 'Quase pronto…'
      : `Buscando o código ${String(line.tries)} de ${String(maxTries)}…`}
  </p>
)
