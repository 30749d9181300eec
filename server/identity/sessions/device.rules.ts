/**
 * A short device name from the User-Agent: "Chrome no Android". Deliberately coarse: it helps to recognise a
 * session but identifies nobody.
 */
export function deviceText(userAgent: string): string {
  const browser = firstOf(userAgent, [
    [/Edg(?:e|A|iOS)?\//, 'Edge'],
    [/OPR\/|Opera/, 'Opera'],
    [/SamsungBrowser\//, 'Samsung Internet'],
    [/Firefox\/|FxiOS\//, 'Firefox'],
    [/Chrome\/|CriOS\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ])
  const system = firstOf(userAgent, [
    [/Android/, 'no Android'],
    [/iPhone|iPod/, 'no iPhone'],
    [/iPad/, 'no iPad'],
    [/Windows/, 'no Windows'],
    [/Macintosh|Mac OS X/, 'no Mac'],
    [/CrOS/, 'no Chromebook'],
    [/Linux/, 'no Linux'],
  ])
  if (!browser && !system) return 'Aparelho desconhecido'
  return [browser ?? 'Navegador', system].filter(Boolean).join(' ')
}

const firstOf = (text: string, names: readonly (readonly [RegExp, string])[]): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null
