import { useRef, useState, type ReactNode } from 'react'
import type { ReportFormat } from '../../../contract/reports/period.ts'
import type { Route, Sent } from '../../../contract/shared/route.ts'
import { errorSentence } from '../../api/api-error.ts'
import { download } from '../../api/download.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Popover } from '../../ui/popover.tsx'
import { bytes } from '../../words/format.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import styles from './export-menu.module.css'

type FileFormat = Exclude<ReportFormat, 'json'>

const formats: readonly (readonly [FileFormat, string, string])[] = [
  ['xlsx', 'Excel', 'números e datas de verdade'],
  ['pdf', 'PDF', 'para imprimir ou enviar'],
  ['csv', 'CSV', 'para outros programas'],
]

/**
 * Exports the current report as a file, on paper or as a link. The file is made from the same reply.
 *
 *   <ExportMenu route={readSaleReport} input={{ query }} link={address} />
 */
interface ExportMenuProps<T extends Route> {
  readonly route: T
  /** Input of the report's call; null: not known yet. */
  readonly input: Sent<T> | null
  /** The address that shows the same report to another person. */
  readonly link: () => string
  /** Additional entries of a report. */
  readonly children?: ReactNode
}

export function ExportMenu<T extends Route>({ route, input, link, children }: ExportMenuProps<T>) {
  const [received, setReceived] = useState<number | null>(null)
  const stop = useRef<AbortController | null>(null)
  const save = async (format: FileFormat) => {
    if (!input || stop.current) return
    const stopping = new AbortController()
    stop.current = stopping
    setReceived(0)
    const request = input as { readonly query?: object }
    try {
      await download(route, { ...request, query: { ...request.query, format } } as unknown as Sent<T>, {
        onBytes: setReceived,
        signal: stopping.signal,
      })
    } catch (error) {
      notify(
        stopping.signal.aborted ? 'Exportação cancelada.' : errorSentence(error),
        stopping.signal.aborted ? undefined : 'bad',
      )
    } finally {
      stop.current = null
      setReceived(null)
    }
  }
  return (
    <Popover
      label="Exportar"
      icon="download"
      busy={received !== null}
      text={received === null ? undefined : received === 0 ? 'Preparando…' : bytes(received)}
    >
      {(close) => (
        <Stack gap={2} className={styles.menu}>
          {received === null ? (
            formats.map(([format, name, detail]) => (
              <Button
                key={format}
                variant="ghost"
                disabledReason={input ? null : 'O relatório ainda não chegou.'}
                onClick={() => {
                  void save(format)
                  close()
                }}
              >
                {name} <small>{detail}</small>
              </Button>
            ))
          ) : (
            <Row as="p" gap={12} justify="between" role="status">
              {received === 0 ? 'Preparando o arquivo…' : `${bytes(received)} recebidos`}
              <Button onClick={() => stop.current?.abort()}>Cancelar</Button>
            </Row>
          )}
          {children}
          <hr />
          <Button
            variant="ghost"
            icon="print"
            onClick={() => {
              close()
              window.print()
            }}
          >
            Imprimir
          </Button>
          <Button
            variant="ghost"
            icon="level"
            onClick={() => {
              close()
              void copy(link())
            }}
          >
            Copiar o link deste relatório
          </Button>
        </Stack>
      )}
    </Popover>
  )
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    notify('Link copiado: mostra as mesmas lojas e o mesmo período a quem tem acesso.')
  } catch {
    notify('O navegador não deixou copiar. Copie o endereço no alto da tela.', 'bad')
  }
}
