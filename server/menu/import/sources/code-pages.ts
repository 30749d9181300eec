import * as tables from '@e965/xlsx/dist/cpexcel'

/** Letters of Windows, DOS and old Macs. The types of the package name an export that it does not have. */
export const codePages = tables as unknown as (typeof tables)['cptable']
