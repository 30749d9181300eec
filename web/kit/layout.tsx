import type { AllHTMLAttributes, ElementType, FormEvent, Ref } from 'react'
import { classNames } from './class-names.ts'
import './kit.css'

interface LayoutProps extends Omit<AllHTMLAttributes<HTMLElement>, 'as' | 'onSubmit' | 'start' | 'wrap'> {
  /** The element; default `div`. */
  readonly as?: ElementType
  /** In px. */
  readonly gap?: 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16 | 18 | 20 | 24
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  readonly ref?: Ref<HTMLFormElement>
}

/** One below the other. `start`: each as wide as its content. */
export function Stack({
  as: Element = 'div',
  gap,
  start = false,
  className,
  ...rest
}: LayoutProps & { readonly start?: boolean }) {
  return (
    <Element
      {...rest}
      className={classNames('kit-stack', gap && `kit-gap${gap}`, start && 'kit-start', className)}
    />
  )
}

/** Side by side, centred on one line. `wrap`: what finds no room goes to the next line. */
export function Row({
  as: Element = 'div',
  gap,
  wrap = false,
  align = 'center',
  justify,
  className,
  ...rest
}: LayoutProps & {
  readonly wrap?: boolean
  readonly align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  readonly justify?: 'between' | 'end'
}) {
  return (
    <Element
      {...rest}
      className={classNames(
        'kit-row',
        gap && `kit-gap${gap}`,
        wrap && 'kit-wrap',
        `kit-align-${align}`,
        justify && `kit-justify-${justify}`,
        className,
      )}
    />
  )
}
