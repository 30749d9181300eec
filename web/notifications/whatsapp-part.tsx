import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  readNoticePhone,
  testNoticeWhatsapp,
  type NoticeLine,
  type NoticePhone,
} from '../../contract/notifications/choices.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { isManagerSomewhere, useSignedIn } from '../identity/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { phoneText } from '../words/format.ts'
import { Muted } from '../kit/text.tsx'
import { Stack } from '../kit/layout.tsx'
import styles from './notice-situations.module.css'
import { lineWords, unavailable } from './whatsapp-words.rules.ts'

/** Why the column is off, with the way to mend it; nothing where it works. */
export function WhyNoWhatsapp({ phone, id }: { readonly phone: NoticePhone; readonly id: string }) {
  const why = unavailable(phone)
  if (!why) return null
  return (
    <Muted id={id} size={3} className={styles.why}>
      {why.words} <WayToMend mend={why.mend} />
    </Muted>
  )
}

export function WayToMend({ mend }: { readonly mend: 'phone' | 'line' }) {
  const manages = isManagerSomewhere(useSignedIn())
  if (mend === 'phone')
    return (
      <Link to="/settings" search={{ tab: 'account' }}>
        Confirmar o celular
      </Link>
    )
  if (!manages) return 'Peça a quem é gerente.'
  return (
    <Link to="/settings" search={{ tab: 'whatsapp' }}>
      Conectar o WhatsApp
    </Link>
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
      <Stack gap={12}>
        <p>
          Os avisos vão para {phoneText(phone.number ?? '')}, pela linha de cada loja. Cada um conta no limite
          do mês da loja. Avisos iguais em dez minutos viram um só.
        </p>
        <Lines phone={phone} />
        <Muted size={3}>
          Os preços são estimativas; a conta é da Meta. As horas de silêncio valem, e responder PARAR desliga
          a linha para você.
        </Muted>
      </Stack>
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

/** By which line, and what each test costs, before one is sent. */
export function TestDialog({
  phone,
  onClose,
}: {
  readonly phone: NoticePhone
  readonly onClose: () => void
}) {
  const number = phoneText(phone.number ?? '')
  const test = useAction(async ({ storeId, store }: NoticeLine) => {
    await ask(testNoticeWhatsapp, {}, { storeId }).finally(() => void refresh(readNoticePhone))
    notify(`Teste a caminho de ${number}, pela linha de ${store}. Chega em segundos.`)
    onClose()
  })
  const first = phone.lines.find(isTestable)
  return (
    <Dialog title="Testar o WhatsApp" onClose={onClose}>
      <Stack gap={12}>
        <p>O teste vai para {number} e conta como um aviso da loja que o envia.</p>
        <Lines
          phone={phone}
          act={(line) =>
            isTestable(line) ? (
              <Button
                variant="soft"
                aria-label={`Enviar teste pela linha de ${line.store}`}
                data-first={line === first || undefined}
                busy={test.isBusy(line)}
                disabledReason={test.besides(line)}
                onClick={() => test.run(line)}
              >
                Enviar teste
              </Button>
            ) : null
          }
        />
      </Stack>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          Fechar
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** A test also has Meta asked for the text that it has not approved. */
const isTestable = ({ state }: NoticeLine): boolean => state === 'ready' || state === 'template'

export function Lines({
  phone,
  act,
}: {
  readonly phone: NoticePhone
  readonly act?: (line: NoticeLine) => ReactNode
}) {
  const without = phone.lines.filter(({ state }) => state === 'no-line')
  return (
    <Stack as="ul" gap={8} className={styles.lines}>
      {phone.lines
        .filter(({ state }) => state !== 'no-line')
        .map((line) => (
          <li key={line.storeId}>
            <p>
              <b>{line.store}</b>
              <Muted as="span" size={3}>
                {lineWords(line)}
              </Muted>
            </p>
            {act?.(line)}
          </li>
        ))}
      {without.length > 0 ? (
        <li>
          <p>
            <b>Sem linha, não avisam</b>
            <Muted as="span" size={3}>
              {without.map(({ store }) => store).join(', ')}
            </Muted>
          </p>
        </li>
      ) : null}
    </Stack>
  )
}
