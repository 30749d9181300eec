/** `--name` was given. */
export const flag = (name: string): boolean => process.argv.includes(`--${name}`)

/** Of `--name=value`. */
export const valueOf = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
