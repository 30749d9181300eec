/** The line after the source: what follows on the same stream are requests. */
export const endOfSource = '//fim'

/**
 * What PowerShell runs: it reads the source up to `endOfSource`, compiles it in memory, and serves. Nothing is written to
 * the disk, and no execution policy concerns it.
 */
export const startCommand = [
  '$s=New-Object System.Text.StringBuilder',
  `while(($l=[Console]::In.ReadLine()) -ne $null -and $l -ne '${endOfSource}'){[void]$s.AppendLine($l)}`,
  'Add-Type -TypeDefinition $s.ToString()',
  '[Balcao.Spooler]::Serve([Console]::In,[Console]::Out)',
].join(';')

/**
 * The Windows spooler, in C# 3 so that the compiler of every Windows reads it, and in ASCII so that no code page changes
 * it. A request is one line, and so is its answer; texts are UTF-8 in base64, `-` when empty.
 *
 * | Request | Answer |
 * | --- | --- |
 * | `7 list` | `7 ok NAME NAME …` |
 * | `7 check NAME` | `7 ok ATTRIBUTES STATUS` (PRINTER_INFO_2) |
 * | `7 print NAME TITLE BYTES` | `7 ok JOB` |
 * | `7 job NAME JOB` | `7 ok STATUS` (JOB_INFO_1) |
 * | `7 cancel NAME JOB` | `7 ok` |
 * | any, refused | `7 no ERROR STARTED`: a Win32 error, and 1 when bytes may be on paper |
 */
export const spoolerSource = `
using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;

namespace Balcao {
  public class SpoolerError : Exception {
    public int Code; public bool Started;
    public SpoolerError(int code, bool started) { Code = code; Started = started; }
  }

  public static class Spooler {
    [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
    struct DocInfo { public string Name; public string Output; public string DataType; }

    const string Lib = "winspool.drv";
    [DllImport(Lib, EntryPoint = "OpenPrinterW", CharSet = CharSet.Unicode, SetLastError = true)]
    static extern bool OpenPrinter(string name, out IntPtr printer, IntPtr defaults);
    [DllImport(Lib, SetLastError = true)]
    static extern bool ClosePrinter(IntPtr printer);
    [DllImport(Lib, EntryPoint = "EnumPrintersW", CharSet = CharSet.Unicode, SetLastError = true)]
    static extern bool EnumPrinters(int flags, string name, int level, IntPtr buffer, int size, out int needed, out int count);
    [DllImport(Lib, EntryPoint = "GetPrinterW", SetLastError = true)]
    static extern bool GetPrinter(IntPtr printer, int level, IntPtr buffer, int size, out int needed);
    [DllImport(Lib, EntryPoint = "StartDocPrinterW", CharSet = CharSet.Unicode, SetLastError = true)]
    static extern int StartDocPrinter(IntPtr printer, int level, ref DocInfo info);
    [DllImport(Lib, SetLastError = true)]
    static extern bool StartPagePrinter(IntPtr printer);
    [DllImport(Lib, SetLastError = true)]
    static extern bool WritePrinter(IntPtr printer, byte[] bytes, int count, out int written);
    [DllImport(Lib, SetLastError = true)]
    static extern bool EndPagePrinter(IntPtr printer);
    [DllImport(Lib, SetLastError = true)]
    static extern bool EndDocPrinter(IntPtr printer);
    [DllImport(Lib, EntryPoint = "GetJobW", SetLastError = true)]
    static extern bool GetJob(IntPtr printer, int job, int level, IntPtr buffer, int size, out int needed);
    [DllImport(Lib, EntryPoint = "SetJobW", SetLastError = true)]
    static extern bool SetJob(IntPtr printer, int job, int level, IntPtr info, int command);

    const int DeleteJob = 5;

    public static void Serve(TextReader input, TextWriter output) {
      string line;
      while ((line = input.ReadLine()) != null) {
        string[] words = line.Split(' ');
        string answer;
        try { answer = "ok" + Answer(words); }
        catch (SpoolerError error) { answer = "no " + error.Code + " " + (error.Started ? 1 : 0); }
        catch (Exception) { answer = "no -1 0"; }
        output.WriteLine(words[0] + " " + answer);
        output.Flush();
      }
    }

    static string Answer(string[] words) {
      if (words[1] == "list") return List();
      IntPtr printer;
      Must(OpenPrinter(Text(words[2]), out printer, IntPtr.Zero), false);
      try {
        switch (words[1]) {
          case "check": return Check(printer);
          case "print": return " " + Print(printer, Text(words[3]), Bytes(words[4]));
          case "job": return " " + JobStatus(printer, int.Parse(words[3]));
          case "cancel": Must(SetJob(printer, int.Parse(words[3]), 0, IntPtr.Zero, DeleteJob), false); return "";
          default: throw new SpoolerError(-1, false);
        }
      } finally { ClosePrinter(printer); }
    }

    static string List() {
      // Printers of this computer and those connected by this person; PRINTER_INFO_4 asks no printer anything.
      int needed, count;
      EnumPrinters(6, null, 4, IntPtr.Zero, 0, out needed, out count);
      if (needed == 0) return "";
      IntPtr buffer = Marshal.AllocHGlobal(needed);
      try {
        Must(EnumPrinters(6, null, 4, buffer, needed, out needed, out count), false);
        StringBuilder names = new StringBuilder();
        // Two pointers and a number, filled up to three pointers.
        for (int at = 0; at < count; at++)
          names.Append(' ').Append(Word(Marshal.PtrToStringUni(Marshal.ReadIntPtr(buffer, at * 3 * IntPtr.Size))));
        return names.ToString();
      } finally { Marshal.FreeHGlobal(buffer); }
    }

    static string Check(IntPtr printer) {
      int needed;
      GetPrinter(printer, 2, IntPtr.Zero, 0, out needed);
      Must(needed > 0, false);
      IntPtr buffer = Marshal.AllocHGlobal(needed);
      try {
        Must(GetPrinter(printer, 2, buffer, needed, out needed), false);
        // PRINTER_INFO_2: thirteen pointers, then Attributes, and Status as the sixth number.
        int numbers = 13 * IntPtr.Size;
        return " " + (uint)Marshal.ReadInt32(buffer, numbers) + " " + (uint)Marshal.ReadInt32(buffer, numbers + 20);
      } finally { Marshal.FreeHGlobal(buffer); }
    }

    static int Print(IntPtr printer, string title, byte[] bytes) {
      DocInfo info = new DocInfo();
      info.Name = title;
      info.DataType = "RAW";
      int job = StartDocPrinter(printer, 1, ref info);
      Must(job > 0, false);
      bool whole = false;
      try {
        Must(StartPagePrinter(printer), true);
        int written;
        Must(WritePrinter(printer, bytes, bytes.Length, out written), true);
        if (written != bytes.Length) throw new SpoolerError(-1, true);
        Must(EndPagePrinter(printer), true);
        whole = true;
      } finally {
        if (!whole) SetJob(printer, job, 0, IntPtr.Zero, DeleteJob);
        EndDocPrinter(printer);
      }
      return job;
    }

    static uint JobStatus(IntPtr printer, int job) {
      int needed;
      GetJob(printer, job, 1, IntPtr.Zero, 0, out needed);
      Must(needed > 0, false);
      IntPtr buffer = Marshal.AllocHGlobal(needed);
      try {
        Must(GetJob(printer, job, 1, buffer, needed, out needed), false);
        // JOB_INFO_1: a number filled up to a pointer, six pointers, then Status.
        return (uint)Marshal.ReadInt32(buffer, 7 * IntPtr.Size);
      } finally { Marshal.FreeHGlobal(buffer); }
    }

    static void Must(bool fine, bool started) {
      if (!fine) throw new SpoolerError(Marshal.GetLastWin32Error(), started);
    }
    static byte[] Bytes(string word) { return word == "-" ? new byte[0] : Convert.FromBase64String(word); }
    static string Text(string word) { return Encoding.UTF8.GetString(Bytes(word)); }
    static string Word(string text) {
      return string.IsNullOrEmpty(text) ? "-" : Convert.ToBase64String(Encoding.UTF8.GetBytes(text));
    }
  }
}
`
