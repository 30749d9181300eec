import { productSearch, type ProductSearch } from '../period/report-search.rules.ts'
import { useQueries } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  productPageSize,
  productSorts,
  readProductReport,
  type ProductReport,
} from '../../../contract/reports/product.ts'
import { errorSentence } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { usePageTitle } from '../../browser/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { count, plural } from '../../words/format.ts'
import { Row } from '../../kit/layout.tsx'
import blocks from '../frame/blocks.module.css'
import { Section } from '../frame/section.tsx'
import { DetailsNote, ProductTop } from './product-blocks.tsx'
import styles from './product-page.module.css'
import { ProductTable } from './product-table.tsx'
import { sortLabels } from './product.rules.ts'
import { ReportFrame, ReportSkeleton, type ReportContext } from '../frame/report-frame.tsx'

const route = getRouteApi('/signed-in/reports/product')
const title = 'Produtos'
const searchAfterMs = 350

/** What sold, what fell and what was missing, by product over the chosen stores. */
export function ProductPage() {
  usePageTitle(title)
  const search = route.useSearch()
  const own = productSearch({ ...search })
  return (
    <ReportFrame
      title={title}
      route={readProductReport}
      search={search}
      own={own}
      skeleton={<ReportSkeleton sections={[620]} />}
    >
      {(report, context) => <Products report={report} context={context} own={own} />}
    </ReportFrame>
  )
}

interface ProductsProps {
  readonly report: ProductReport
  readonly context: ReportContext
  readonly own: ProductSearch
}

function Products({ report, context, own }: ProductsProps) {
  return (
    <div className={blocks.stack}>
      <ProductTop
        report={report}
        category={own.category}
        onCategory={(category) => context.change({ category })}
      />
      <Section title="Por produto" first>
        <Row align="end" wrap className={styles.tools}>
          <SearchField value={own.search ?? ''} onSearch={(words) => context.change({ search: words })} />
          <SelectField
            label="Ordem"
            value={own.sort ?? 'revenue'}
            options={productSorts.map((sort) => [sort, sortLabels[sort]] as const)}
            onChange={(event) => {
              const sort = productSorts.find((one) => one === event.target.value)
              context.change({ sort: sort === 'revenue' ? undefined : sort })
            }}
          />
          {own.category === undefined ? null : (
            <Button icon="close" onClick={() => context.change({ category: undefined })}>
              {own.category === '-' ? 'Sem categoria' : own.category}
            </Button>
          )}
        </Row>
        <Rows
          key={JSON.stringify([own, context.query])}
          report={report}
          question={{ ...context.query, ...own }}
          days={context.query}
        />
        <DetailsNote through={report.detailsThrough} />
      </Section>
    </div>
  )
}

/** Searches while the user types, shortly after the last key. */
function SearchField({
  value,
  onSearch,
}: {
  readonly value: string
  readonly onSearch: (words: string | undefined) => void
}) {
  const [words, setWords] = useState(value)
  const planned = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(planned.current), [])
  return (
    <TextField
      label="Procurar produto"
      type="search"
      maxLength={100}
      value={words}
      onChange={(event) => {
        const typed = event.target.value
        setWords(typed)
        clearTimeout(planned.current)
        planned.current = setTimeout(
          () => onSearch(typed.trim() === '' ? undefined : typed.trim()),
          searchAfterMs,
        )
      }}
    />
  )
}

/** The first page came with the report; further ones are fetched. */
function Rows({
  report,
  question,
  days,
}: {
  readonly report: ProductReport
  readonly question: ReportContext['query'] & ProductSearch
  readonly days: ReportContext['query']
}) {
  const [pages, setPages] = useState(1)
  const more = useQueries({
    queries: Array.from({ length: pages - 1 }, (_, index) =>
      queryFor(readProductReport, {
        query: { ...question, skip: String((index + 1) * productPageSize) },
      }),
    ),
  })
  const rows = [...report.rows, ...more.flatMap((page) => page.data?.rows ?? [])]
  const failed = more.find((page) => page.isError)
  return (
    <>
      <ProductTable report={{ ...report, rows }} question={days} />
      <Row gap={10} wrap justify="between" className={styles.pager}>
        <p role="status">
          {rows.length < report.found
            ? `${count(rows.length)} de ${plural(report.found, 'produto', 'produtos')}`
            : plural(report.found, 'produto', 'produtos')}
          {failed ? ` · ${errorSentence(failed.error)}` : ''}
        </p>
        {rows.length < report.found ? (
          <Button
            busy={more.some((page) => page.isFetching)}
            onClick={() => (failed ? void failed.refetch() : setPages(pages + 1))}
          >
            Mostrar mais {Math.min(productPageSize, report.found - rows.length)}
          </Button>
        ) : null}
      </Row>
    </>
  )
}
