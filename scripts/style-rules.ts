/** One rule of a style sheet. */
export interface StyleRule {
  /** Such as `@media (max-width: 767px)`, from the outside in. */
  readonly inside: readonly string[]
  readonly selector: string
  /** `property: value`, sorted. */
  readonly declarations: readonly string[]
}

/** The rules of a style sheet in their order, without steps of animations. Comments are left out. */
export function styleRules(sheet: string): readonly StyleRule[] {
  const rules: StyleRule[] = []
  const open: string[] = []
  let declarations: string[] = []
  for (const [, text = '', end] of sheet.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    const words = text.replaceAll(/\s+/g, ' ').trim()
    if (end === '{') open.push(words)
    else if (words !== '') declarations.push(words)
    if (end !== '}') continue
    const selector = open.pop() ?? ''
    const steps = open.some((outer) => outer.startsWith('@keyframes'))
    if (declarations.length > 0 && !steps && !selector.startsWith('@'))
      rules.push({ inside: [...open], selector, declarations: declarations.toSorted() })
    declarations = []
  }
  return rules
}
