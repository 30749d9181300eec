import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import './kit.css'

/**
 * Why a form or a press was rejected, read out at once. Without a sentence there is nothing. `boxed`: where much else is
 * on screen.
 */
export function FormError({
  boxed = false,
  className,
  children,
}: {
  readonly boxed?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  if (children === null || children === undefined || children === '') return null
  return (
    <p role="alert" className={classNames('kit-error', boxed && 'kit-boxed', className)}>
      {children}
    </p>
  )
}
