import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** What a dialog shows once its call has answered. */
export function Loaded({
  read,
  children,
}: {
  readonly read: UseQueryResult<unknown>
  readonly children: ReactNode
}) {
  if (read.data) return children
  return read.error ? (
    <ErrorState
      message={errorSentence(read.error)}
      requestId={requestIdOf(read.error)}
      onRetry={() => void read.refetch()}
    />
  ) : (
    <Skeleton height={420} />
  )
}
