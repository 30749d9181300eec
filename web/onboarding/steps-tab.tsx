import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { roleMeets } from '../../contract/shared/access.ts'
import type { Store } from '../../contract/stores/stores.ts'
import {
  readUsage,
  updateChecklist,
  type UsageData,
  type UsageStep,
} from '../../contract/onboarding/usage.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { useNow } from '../browser/clock.ts'
import type { StoreSectionProps } from '../screens/settings-tab.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { Icon } from '../ui/icon.tsx'
import { Paper } from '../ui/paper.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { plural } from '../words/format.ts'
import { nearDay } from '../words/near-day.ts'
import { FirstOrderPaper } from './first-order-paper.tsx'
import { MenuStep } from './menu-step.tsx'
import { Progress } from './progress.tsx'
import { SkipDialog } from './skip-dialog.tsx'
import { doneCount, nextStep, progressText, stepPlace, stepTitle, stepWords } from './step-words.rules.ts'
import { Row, Stack } from '../kit/layout.tsx'
import styles from './steps-tab.module.css'
import { TestOrder } from './test-order.tsx'
import { useNews, useUsage } from './usage-data.ts'

/** What a new store has done, and its next step. Facts complete the steps, not this page. */
export function StepsTab({ store }: StoreSectionProps) {
  const query = useUsage(store.id)
  if (!query.data)
    return query.error ? (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton height={620} />
    )
  return <Steps store={store} usage={query.data} />
}

function Steps({ store, usage }: { readonly store: Store; readonly usage: UsageData }) {
  const [skipping, setSkipping] = useState<UsageStep | null>(null)
  const next = nextStep(usage, store.role)
  const { firstOrder, fresh, dismiss } = useNews(store.id)
  // Everything that a store begins with comes at once, and is no news.
  const isFresh = ({ key }: UsageStep) => fresh.length === 1 && fresh.includes(key)
  const finished = usage.steps.filter((step) => step.done && !isFresh(step))
  const all = { store, usage }
  return (
    <div className={styles.page}>
      {firstOrder ? (
        <FirstOrderPaper
          store={{ ...store, timezone: store.address.timezone }}
          order={firstOrder}
          onClose={dismiss}
        />
      ) : null}
      <Row as="p" wrap className={styles.lead}>
        <Progress done={doneCount(usage)} of={usage.steps.length} />
        <span role="status">{progressText(usage)}</span>
      </Row>
      <ol className={styles.steps}>
        {usage.steps
          .filter((step) => !step.done || isFresh(step))
          .map((step) =>
            step === next ? (
              <li key={step.key}>
                <Paper torn="foot" className={styles.next ?? ''}>
                  <Step {...all} step={step} isNext onSkip={() => setSkipping(step)} />
                </Paper>
              </li>
            ) : (
              <li key={step.key} className={styles.row}>
                <Step {...all} step={step} isFresh={isFresh(step)} onSkip={() => setSkipping(step)} />
              </li>
            ),
          )}
      </ol>
      {finished.length > 0 ? (
        <details className={styles.finished} open={next === undefined}>
          <summary>{plural(finished.length, 'passo feito', 'passos feitos')}</summary>
          <ol className={styles.steps}>
            {finished.map((step) => (
              <li key={step.key} className={styles.row}>
                <Step {...all} step={step} onSkip={() => setSkipping(step)} />
              </li>
            ))}
          </ol>
        </details>
      ) : null}
      {skipping ? <SkipDialog storeId={store.id} step={skipping} onClose={() => setSkipping(null)} /> : null}
    </div>
  )
}

interface StepProps {
  readonly store: Store
  readonly usage: UsageData
  readonly step: UsageStep
  readonly isNext?: boolean
  /** Done while this page was shown. */
  readonly isFresh?: boolean
  readonly onSkip: () => void
}

function Step({ store, usage, step, isNext = false, isFresh = false, onSkip }: StepProps) {
  const words = stepWords[step.key]
  const open = !step.done && !step.skipped
  return (
    <>
      <Mark step={step} isNext={isNext} />
      <Stack gap={4} className={styles.what}>
        <h2>
          {stepTitle(step, usage)}
          {step.done && isFresh ? <small className={styles.fresh}> feito agora</small> : null}
        </h2>
        {open ? (
          <>
            <p className={styles.help}>{words.help}</p>
            <p className={styles.terms}>{termsOf(step)}</p>
          </>
        ) : null}
        {step.done ? null : <Skipped store={store} step={step} />}
        {step.key === 'menu' && roleMeets(store.role, step.role) ? (
          <MenuStep store={store} usage={usage} done={step.done} />
        ) : null}
        {step.key === 'test-order' && !step.done ? (
          <TestOrder store={store} usage={usage} isNext={isNext} />
        ) : null}
      </Stack>
      {open ? (
        <Row gap={4} className={styles.actions}>
          <Go store={store} step={step} isNext={isNext} />
          <Button variant="ghost" onClick={onSkip} aria-label={`Pular: ${words.title}`}>
            Pular
          </Button>
        </Row>
      ) : null}
    </>
  )
}

function Mark({ step, isNext }: { readonly step: UsageStep; readonly isNext: boolean }) {
  const state = step.done ? 'done' : step.skipped ? 'skipped' : 'open'
  const words = { done: 'Feito:', skipped: 'Pulado:', open: isNext ? 'Próximo:' : 'Aberto:' }
  return (
    <span className={styles.mark} data-state={state}>
      {step.done ? <Icon name="check" size={16} /> : null}
      <Hidden>{words[state]}</Hidden>
    </span>
  )
}

const roleWords = { owner: 'só o dono', manager: 'gerente ou dono', basic: 'qualquer pessoa' } as const

const termsOf = ({ minutes, role }: UsageStep): string =>
  [minutes > 0 ? `${minutes}\u00a0min` : null, roleWords[role]].filter(Boolean).join(' · ')

function Go({
  store,
  step,
  isNext,
}: {
  readonly store: Store
  readonly step: UsageStep
  readonly isNext: boolean
}) {
  // Its button is beside what has become of the order.
  if (step.key === 'test-order') return null
  if (!roleMeets(store.role, step.role)) return <span className={styles.terms}>Peça ao dono da loja.</span>
  const { to, search, hash = '' } = stepPlace(step.key, store.id)
  return (
    <Link
      className={isNext ? (styles.main ?? '') : (styles.go ?? '')}
      to={to}
      search={search as never}
      hash={hash}
    >
      {stepWords[step.key].go}
    </Link>
  )
}

function Skipped({ store, step }: { readonly store: Store; readonly step: UsageStep }) {
  const back = useAction(async (key: UsageStep['key']) => {
    await ask(updateChecklist, { body: { key, action: 'unskip' } }, { storeId: store.id })
    await refresh(readUsage)
  })
  const now = useNow(60_000)
  if (!step.skipped) return null
  const { at, by, note } = step.skipped
  return (
    <p className={styles.skipped}>
      <span>
        Pulado por {by} {whenText(at, now, store.address.timezone)}: “{note}”
      </span>
      <Button
        variant="ghost"
        busy={back.isBusy(step.key)}
        aria-label={`Retomar: ${stepWords[step.key].title}`}
        onClick={() => back.run(step.key)}
      >
        Retomar
      </Button>
    </p>
  )
}

function whenText(at: string, now: Date, timezone: string): string {
  const day = nearDay(at, now, timezone).trim()
  return day ? `em ${day}` : 'hoje'
}
