import { Link } from '@tanstack/react-router'
import type { NoticePhone } from '../../contract/notifications/choices.ts'
import { isManagerSomewhere, useSignedIn } from '../identity/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { phoneText } from '../words/format.ts'
import styles from './notice-matrix.module.css'
import { lineWords, unavailable } from './whatsapp-words.rules.ts'

/** Why the column is off, with the way to mend it; nothing where it works. */
export function WhyNoWhatsapp({ phone, id }: { readonly phone: NoticePhone; readonly id: string }) {
  const manages = isManagerSomewhere(useSignedIn())
  const why = unavailable(phone)
  if (!why) return null
  return (
    <p id={id} className={styles.why}>
      {why.words}{' '}
      {why.mend === 'phone' ? (
        <Link to="/settings" search={{ tab: 'account' }}>
          Confirmar o celular
        </Link>
      ) : manages ? (
        <Link to="/settings" search={{ tab: 'whatsapp' }}>
          Conectar o WhatsApp
        </Link>
      ) : (
        'Peça a quem é gerente.'
      )}
    </p>
  )
}

/** What it costs and by which line, before the first tick counts. */
export function TurnOnDialog({
  phone,
  onConfirm,
  onClose,
}: {
  readonly phone: NoticePhone
  readonly onConfirm: () => void
  readonly onClose: () => void
}) {
  return (
    <Dialog title="Avisar por WhatsApp" onClose={onClose}>
      <div className={styles.dialog}>
        <p>
          Os avisos vão para {phoneText(phone.number ?? '')}, pela linha de cada loja. Cada um conta no limite
          do mês da loja. Avisos iguais em dez minutos viram um só.
        </p>
        <Lines phone={phone} />
        <p className={styles.quiet}>
          Os preços são estimativas; a conta é da Meta. As horas de silêncio valem, e responder PARAR desliga
          a linha para você.
        </p>
      </div>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          Agora não
        </Button>
        <Button variant="primary" data-first onClick={onConfirm}>
          Ligar o WhatsApp
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

export function Lines({ phone }: { readonly phone: NoticePhone }) {
  const without = phone.lines.filter(({ state }) => state === 'no-line')
  return (
    <ul className={styles.lines}>
      {phone.lines
        .filter(({ state }) => state !== 'no-line')
        .map((line) => (
          <li key={line.storeId}>
            <b>{line.store}</b>
            <span>{lineWords(line)}</span>
          </li>
        ))}
      {without.length > 0 ? (
        <li>
          <b>Sem linha, não avisam</b>
          <span>{without.map(({ store }) => store).join(', ')}</span>
        </li>
      ) : null}
    </ul>
  )
}
