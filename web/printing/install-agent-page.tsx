import { useQuery } from '@tanstack/react-query'
import { readAgentRelease } from '../../contract/printing/printing.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { pageOrigin } from '../browser/screen.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { InstallSteps } from './install-steps.tsx'
import { codeInHash, pairingLink } from './install.rules.ts'
import { Stack } from '../kit/layout.tsx'
import styles from './install-agent-page.module.css'

/** Where the link of a pairing code leads: for the person at the store's computer, without an account. */
export function InstallAgentPage() {
  usePageTitle('Instalar o programa de impressão')
  const code = codeInHash(window.location.hash)
  const query = useQuery({ ...queryFor(readAgentRelease, {}), enabled: code !== null })
  return (
    <>
      <header className="masthead">Balcão</header>
      <Stack as="main" gap={16} className={styles.page}>
        <h1>Imprima neste computador</h1>
        {code === null ? (
          <p>
            Este link veio sem o código. No painel, abra Ajustes, Impressoras, Conectar computador, e copie o
            link de novo.
          </p>
        ) : (
          <>
            <p>
              O programa busca as vias no Balcão e manda para as impressoras da loja. Ele começa com o
              computador e não abre nenhuma porta da rede.
            </p>
            {query.data ? (
              <InstallSteps release={query.data.release} link={pairingLink(pageOrigin(), code)} />
            ) : query.isError ? (
              <ErrorState
                message={errorSentence(query.error)}
                requestId={requestIdOf(query.error)}
                onRetry={() => void query.refetch()}
              />
            ) : (
              <Skeleton height={220} />
            )}
            <p>
              O código <b>{code}</b> vale uma vez, por dez minutos. Quando o computador se conectar, o painel
              mostra.
            </p>
          </>
        )}
      </Stack>
    </>
  )
}
