import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readSecondFactor } from '../../../contract/identity/account.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { errorSentence } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { closePopup, isPopup, openPopup } from '../../browser/popup.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { plural } from '../../words/format.ts'
import styles from '../account-page.module.css'
import { DisableDialog, EnableDialog } from './second-factor-dialogs.tsx'
import { hostedSecondFactor, ownSecondFactor } from './second-factor-ways.ts'

/** Its name tells the window of the hosted provider's enrolment from an ordinary page. */
const popupName = 'segunda-etapa'

/** Second factor through an authenticator app: kept by our server with recovery codes, or by the hosted provider. */
export function SecondFactorCard({ email }: { readonly email: string }) {
  const query = useQuery(queryFor(readSecondFactor, {}))
  const inPopup = isPopup(popupName)
  const [open, setOpen] = useState<'on' | 'off' | null>(inPopup ? 'on' : null)
  const state = query.data
  const [hosted] = useState(() => hostedSecondFactor(email))
  const way = state?.managedHere ? ownSecondFactor : hosted
  const turnOn = () => {
    const elsewhere = state?.managedHere === false && openPopup('/conta', popupName)
    if (!elsewhere) setOpen('on')
  }
  const close = () => {
    setOpen(null)
    if (inPopup) closePopup()
  }
  return (
    <section>
      <h2 id="duas-etapas">
        Verificação em duas etapas {state?.enabled ? <Pill tone="ok">ligada</Pill> : <Pill>desligada</Pill>}
      </h2>
      {query.isPending ? <Skeleton height={60} /> : null}
      {query.error ? <ErrorState message={errorSentence(query.error)} /> : null}
      {state ? <p>{explanation(state)}</p> : null}
      {state ? (
        <div className={styles.actions}>
          {state.enabled ? (
            <Button
              variant="plain"
              disabledReason={state.required ? 'Contas de suporte não podem ficar sem ela.' : null}
              onClick={() => setOpen('off')}
            >
              Desligar
            </Button>
          ) : (
            <Button icon="key" onClick={turnOn}>
              Ligar
            </Button>
          )}
        </div>
      ) : null}
      {open === 'on' && state ? <EnableDialog way={way} onClose={close} /> : null}
      {open === 'off' ? <DisableDialog way={way} onClose={close} /> : null}
    </section>
  )
}

function explanation({ enabled, managedHere, recoveryCodesLeft }: Reply<typeof readSecondFactor>): string {
  if (!enabled)
    return 'Um aplicativo no celular mostra um código que só você tem. A senha sozinha deixa de bastar.'
  if (!managedHere)
    return 'Ao entrar, pedimos também um código do aplicativo. Sem o aparelho, só a administração do Balcão a desliga.'
  const codes = plural(
    recoveryCodesLeft,
    'código de recuperação ainda vale',
    'códigos de recuperação ainda valem',
  )
  return `Ao entrar, pedimos também um código do aplicativo. ${codes}.`
}
