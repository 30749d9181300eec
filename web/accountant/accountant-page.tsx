import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  accountantFileNames,
  openAccountantLink,
  readAccountantFile,
  type AccountantFile,
} from '../../contract/accountant/accountant.ts'
import { defaultTimezone } from '../../contract/shared/day.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { ApiError, errorSentence, requestIdOf } from '../api/api-error.ts'
import { download } from '../api/download.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { useLinkToken } from '../browser/link-token.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { WelcomeFrame, WelcomeNote } from '../identity/welcome-frame.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SelectField } from '../ui/text-field.tsx'
import { dayBrief, monthName, plural } from '../words/format.ts'
import { dayIn } from '../words/near-day.ts'
import styles from './accountant.module.css'

/** `/contador#…`: the files of a link, for somebody without an account. */
export function AccountantPage() {
  usePageTitle('Para o contador')
  const token = useLinkToken()
  return <WelcomeFrame>{token ? <OfLink key={token} token={token} /> : <CutLink />}</WelcomeFrame>
}

const CutLink = () => (
  <WelcomeNote title="Abra o link que a loja mandou">
    Copie o endereço inteiro, sem cortar o final. Ao recarregar esta página, abra o link de novo.
  </WelcomeNote>
)

/** Of an unknown, an ended and an expired link alike. */
const EndedLink = () => (
  <WelcomeNote title="Este link não vale mais">
    Ele venceu ou a loja o encerrou. Peça outro a quem mandou este.
  </WelcomeNote>
)

function OfLink({ token }: { readonly token: string }) {
  const link = useQuery({
    ...queryFor(openAccountantLink, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (link.isPending) return <Skeleton height={320} />
  if (link.error instanceof ApiError && link.error.code === 'accountant/link-invalid') return <EndedLink />
  if (!link.data)
    return (
      <ErrorState
        message={errorSentence(link.error)}
        requestId={requestIdOf(link.error)}
        onRetry={() => void link.refetch()}
      />
    )
  return <Files token={token} link={link.data} />
}

type OpenLink = Reply<typeof openAccountantLink>

function Files({ token, link }: { readonly token: string; readonly link: OpenLink }) {
  // The last month that is over, when there is one.
  const [month, setMonth] = useState(link.months[1] ?? link.months[0] ?? '')
  const save = useAction(async (asked: `${AccountantFile} ${'xlsx' | 'csv'}`) => {
    const [file, format] = asked.split(' ') as [AccountantFile, 'xlsx' | 'csv']
    try {
      await download(readAccountantFile, { body: { token, file, month, format } })
    } catch (error) {
      // It may have ended since the page was opened.
      if (error instanceof ApiError && error.code === 'accountant/link-invalid')
        await refresh(openAccountantLink)
      throw error
    }
  })
  return (
    <div className={styles.page}>
      <Stack gap={8}>
        <h1>Arquivos para o contador</h1>
        <Muted>
          Para {link.name}, até {dayBrief(dayIn(link.expiresAt, defaultTimezone), true)}.
        </Muted>
      </Stack>
      <StoreNames stores={link.stores} />
      <SelectField
        label="Mês"
        value={month}
        options={link.months.map((one) => [one, monthName(one)] as const)}
        onChoose={setMonth}
      />
      <ul className={styles.links}>
        {link.files.map((file) => (
          <Row as="li" key={file} gap={12} justify="between" wrap>
            <b>{accountantFileNames[file]}</b>
            <Row as="span" gap={8}>
              {(['xlsx', 'csv'] as const).map((format) => (
                <Button
                  key={format}
                  variant={format === 'xlsx' ? 'soft' : 'quiet'}
                  icon="download"
                  busy={save.isBusy(`${file} ${format}`)}
                  disabledReason={save.besides(`${file} ${format}`)}
                  aria-label={`${accountantFileNames[file]}, ${format === 'xlsx' ? 'Excel' : 'CSV'}`}
                  onClick={() => save.run(`${file} ${format}`)}
                >
                  {format === 'xlsx' ? 'Excel' : 'CSV'}
                </Button>
              ))}
            </Row>
          </Row>
        ))}
      </ul>
      <Muted size={3}>
        {month === link.months[0] ? 'Este mês ainda não acabou: os números mudam. ' : ''}
        Os arquivos não trazem nome, documento ou telefone de clientes.
      </Muted>
    </div>
  )
}

/** More fit on no screen. */
const shownStores = 6

function StoreNames({ stores }: Pick<OpenLink, 'stores'>) {
  const further = stores.length - shownStores
  return (
    <ul className={styles.stores} aria-label="Lojas">
      {stores.slice(0, shownStores).map(({ name, document }) => (
        <li key={`${name} ${document ?? ''}`}>
          {name}
          {document === null ? null : <Muted as="small"> {documentWords(document)}</Muted>}
        </li>
      ))}
      {further > 0 ? <Muted as="li">e {plural(further, 'outra loja', 'outras lojas')}</Muted> : null}
    </ul>
  )
}

/** A CNPJ, or the CPF of an owner, as they are written. */
const documentWords = (bare: string): string =>
  bare.length === 11
    ? `CPF ${bare.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')}`
    : `CNPJ ${bare.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')}`
