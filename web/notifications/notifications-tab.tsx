import { Suspense } from 'react'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { isManagerSomewhere, useSignedIn } from '../identity/session.ts'
import { ReportMails } from '../reports/reports.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ChannelTests } from './channel-tests.tsx'
import { useNoticeChoices, useSaveChoices } from './choices-data.ts'
import { Devices } from './devices.tsx'
import { NoticeSituations } from './notice-situations.tsx'
import { Stack } from '../kit/layout.tsx'
import styles from './notifications-tab.module.css'
import { QuietPart } from './quiet-hours.tsx'

/** Everything that tells a person something: by which way, when not, on which devices, and the closing mails. */
export function NotificationsTab() {
  const chosen = useNoticeChoices()
  const save = useSaveChoices()
  const manages = isManagerSomewhere(useSignedIn())
  if (chosen.error)
    return (
      <ErrorState
        message={errorSentence(chosen.error)}
        requestId={requestIdOf(chosen.error)}
        onRetry={() => void chosen.refetch()}
      />
    )
  if (!chosen.data) return <Skeleton height={520} />
  const shown = save.wanted ?? chosen.data
  return (
    <div className={styles.page}>
      <Stack as="section" gap={12} className={styles.part}>
        <h2 id="avisos">O que avisa, e por onde</h2>
        <p className={styles.lead}>
          O aviso diz a loja, o pedido e há quanto tempo; nunca o nome nem o endereço do cliente.
        </p>
        <NoticeSituations shown={shown} onChange={save.run} />
      </Stack>
      <QuietPart quiet={shown.quiet} onChange={(quiet) => save.run({ choices: shown.choices, quiet })} />
      <ChannelTests email={chosen.data.email} />
      <Devices />
      {manages ? (
        <Stack as="section" gap={12} className={styles.part}>
          <h2 id="resumos">Resumos por e-mail</h2>
          <Suspense fallback={<Skeleton height={260} />}>
            <ReportMails />
          </Suspense>
        </Stack>
      ) : null}
    </div>
  )
}
