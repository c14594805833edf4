/** What a text about an installation speaks of. */
export type SetupConcept =
  | "password"
  | "archive"
  | "run"
  | "terminal"
  | "copy"
  | "command"
  | "install"
  | "required";

/**
 * The words of each language for what a text about an installation speaks of. `*` stands for any ending, `_` for a space. A
 * language without spaces between words has no endings. A campaign is translated as a whole, so a new language is one more row.
 */
const LANGUAGES: readonly Readonly<Record<SetupConcept, string>>[] = [
  // English
  {
    password: "password passphrase passcode passwd passkey pass psw pswd pwd pw",
    archive:
      "archive* zip zipped rar 7z extract* unzip* unpack* decompress* decrypt* encrypted protected unlock* locked",
    run: "run launch start execute double-click double-clicking administrator enter insert",
    terminal:
      "terminal powershell command_prompt command_line cmd.exe iterm iterm2 run_dialog win+r windows+r win_+_r windows_+_r your_shell a_shell the_shell your_console a_console the_console cmd+v ctrl+v command+v ⌘+v ⌘v cmd_+_v ctrl_+_v",
    copy: "copy copied copying paste pastes pasted pasting grab drag",
    command: "command commands script one-liner oneliner snippet installer line setup_code what_it_says",
    install: "install* download* setup set_up",
    required: "",
  },
  // German
  {
    password: "kennwort* passwort*",
    archive: "archiv* entpack* zip-datei gepackt*",
    run: "starte* ausführ* führe* doppelklick*",
    terminal: "terminal konsole eingabeaufforderung kommandozeile",
    copy: "kopier* einfüg* füge* eingefügt",
    command: "befehl* skript* kommando* zeile",
    install: "installier* herunterlad* heruntergeladen lade* einricht*",
    required:
      "voraussetzung* erforderlich* benötigt* muss_installiert zwingend notwendig* ohne_das ohne_die ohne_den ohne_es ohne_sie ohne_ihn",
  },
  // French
  {
    password: "mot_de_passe code_d'accès",
    archive: "archiv* décompress* extrai* dézipp*",
    run: "lancez lancer lance exécut* démarr*",
    terminal: "terminal invite_de_commande invite_de_commandes console",
    copy: "copiez copier copie coller collez colle collez-la collez-le",
    command: "commande* script* ligne",
    install: "install* télécharg*",
    required:
      "prérequis pré-requis obligatoire* doit_être nécessaire* indispensable* sans_cela sans_le sans_la sans_lui sans_elle",
  },
  // Spanish
  {
    password: "contraseña clave",
    archive: "archivo* descompr* extrae* extraig* extraer comprimid*",
    run: "ejecut* inici* lanza* lance",
    terminal: "terminal consola símbolo_del_sistema línea_de_comandos",
    copy: "copi* pega pegar pegue pégal* péguel* pegad*",
    command: "comando* orden script línea instrucción",
    install: "instal* descarg*",
    required: "requisit* obligatori* debe_instalar es_necesario necesari* imprescindible",
  },
  // Portuguese
  {
    password: "senha palavra-passe",
    archive: "arquivo* extrai* descompact* compactad*",
    run: "execut* inici* rode",
    terminal: "terminal prompt_de_comando linha_de_comando",
    copy: "copi* cole colar cola cole-o",
    command: "comando* script linha",
    install: "instal* baix*",
    required: "requisit* obrigatóri* é_necessário necessári* é_preciso exige pré-requisit*",
  },
  // Italian
  {
    password: "parola_d'ordine",
    archive: "archivi* estra* scompatt* decomprim*",
    run: "esegu* avvia*",
    terminal: "terminale prompt_dei_comandi riga_di_comando",
    copy: "copia* incoll*",
    command: "comando comandi script riga",
    install: "install* scaric*",
    required:
      "requisit* prerequisit* obbligatori* è_necessario necessari* occorre senza_di senza_il senza_la senza_questo",
  },
  // Dutch
  {
    password: "wachtwoord*",
    archive: "archief uitpak* pak_uit gecomprimeerd*",
    run: "start voer uitvoer*",
    terminal: "terminal opdrachtprompt opdrachtregel",
    copy: "kopieer* plak*",
    command: "opdracht* commando* script regel",
    install: "installeer* download*",
    required: "vereist* noodzakelijk verplicht",
  },
  // Polish
  {
    password: "hasło hasłem hasła",
    archive: "archiw* rozpakuj* wypakuj*",
    run: "uruchom*",
    terminal: "terminal terminalu terminala wiersz_poleceń wiersza_poleceń wierszu_poleceń konsoli",
    copy: "skopiuj* kopiuj* wklej*",
    command: "poleceni* komend* skrypt*",
    install: "zainstaluj* pobierz*",
    required: "wymagan* konieczn* niezbędn*",
  },
  // Czech
  {
    password: "heslo heslem hesla",
    archive: "archiv* rozbal*",
    run: "spusť*",
    terminal: "terminál* příkazov*",
    copy: "zkopíruj* vlož*",
    command: "příkaz* skript*",
    install: "nainstaluj* stáhn*",
    required: "vyžad* nutn* povinn*",
  },
  // Swedish
  {
    password: "lösenord*",
    archive: "arkiv* packa_upp extrahera",
    run: "kör starta",
    terminal: "terminal terminalen kommandotolken",
    copy: "kopiera klistra",
    command: "kommando* skript*",
    install: "installera ladda",
    required: "kräver krävs nödvändig*",
  },
  // Turkish
  {
    password: "parola* şifre*",
    archive: "arşiv* çıkar* sıkıştır*",
    run: "çalıştır* başlat*",
    terminal: "terminal* komut_istemi* powershell",
    copy: "kopyala* yapıştır*",
    command: "komut* betik* satır*",
    install: "yükle* indir* kurun",
    required: "koşul* gerekli* zorunlu* kurulmalı*",
  },
  // Vietnamese
  {
    password: "mật_khẩu",
    archive: "giải_nén tệp_nén",
    run: "chạy khởi_động",
    terminal: "terminal dòng_lệnh cửa_sổ_lệnh",
    copy: "sao_chép dán",
    command: "lệnh tập_lệnh",
    install: "cài_đặt tải",
    required: "bắt_buộc cần_cài yêu_cầu",
  },
  // Indonesian
  {
    password: "kata_sandi sandi",
    archive: "arsip* ekstrak*",
    run: "jalankan",
    terminal: "terminal",
    copy: "salin tempel*",
    command: "perintah skrip",
    install: "pasang instal* unduh*",
    required: "wajib diperlukan harus",
  },
  // Russian and Ukrainian
  {
    password: "пароль пароля паролем паролю пароле",
    archive: "архив* архів* распак* розпак* извлек*",
    run: "запуст*",
    terminal: "терминал* термінал* командн* консол*",
    copy: "скопир* копир* скопію* встав*",
    command: "команд* скрипт*",
    install: "установ* скача* загруз* встанов* завантаж*",
    required:
      "требу* нужен нужна нужно обязательн* необходим* предварительн* потрібн* необхідно обов'язков* обов’язков* без_него без_неё без_нее без_этого",
  },
  // Chinese, in both scripts
  {
    password: "密码 密碼 口令 解压码 解壓碼",
    archive: "解压 解壓 压缩包 壓縮檔 压缩 壓縮",
    run: "运行 運行 执行 執行 双击 雙擊 启动 啟動 管理员 管理員",
    terminal: "终端 終端 命令行 命令列 控制台 powershell",
    copy: "复制 複製 拷贝 拷貝 粘贴 貼上 贴到 貼到 黏貼",
    command: "命令 指令 脚本 腳本",
    install: "安装 安裝 下载 下載",
    required:
      "先决条件 前提条件 前置 依赖 需要 必须 必須 务必 必需 须先 須先 请先 請先 先安装 先安裝 无法使用 無法使用 无法工作 无法运行 无法下载 设置前 要求",
  },
  // Japanese
  {
    password: "パスワード",
    archive: "解凍 展開 圧縮 アーカイブ",
    run: "実行 起動 ダブルクリック",
    terminal: "ターミナル コマンドプロンプト",
    copy: "コピー 貼り付け 貼付 ペースト",
    command: "コマンド スクリプト",
    install: "インストール ダウンロード",
    required: "前提 必要です 必要がある 必要なの インストールする必要 必須 先に",
  },
  // Korean
  {
    password: "비밀번호 암호",
    archive: "압축",
    run: "실행 더블클릭 더블_클릭",
    terminal: "터미널 명령_프롬프트",
    copy: "복사 붙여넣 붙여_넣",
    command: "명령 스크립트",
    install: "설치 다운로드",
    required: "필수 설치해야 사전 필요합니다",
  },
  // Arabic, Hebrew, Hindi, Greek, Thai
  {
    password: "كلمة_المرور كلمة_السر סיסמה पासवर्ड κωδικός κωδικό รหัสผ่าน",
    archive: "الأرشيف فك_الضغط מכווץ ארכיון ज़िप आर्काइव αρχείο αποσυμπίεσ แตกไฟล์",
    run: "شغل نفذ הפעל चलाएँ चलाएं εκτέλεσ เรียกใช้",
    terminal: "الطرفية تيرمينال מסוף טרמינל टर्मिनल τερματικό เทอร์มินัล",
    copy: "انسخ الصق העתק הדבק कॉपी पेस्ट αντιγράψ επικόλλησ คัดลอก วาง",
    command: "الأمر פקודה कमांड εντολή คำสั่ง",
    install: "ثبت تثبيت حمل התקן הורד इंस्टॉल डाउनलोड εγκατάστ εγκαταστ κατεβάσ ติดตั้ง ดาวน์โหลด",
    required: "يجب مطلوب נדרש आवश्यक ज़रूरी απαιτείται จำเป็น",
  },
];

/** Scripts that are written without spaces, or that put endings and articles to a word. */
const JOINED = /[\u0370-\u1dff\u3000-\u{10ffff}]/u;

/** How the words of a concept are found. */
export interface ConceptWords {
  /** Whole words. */
  readonly words: ReadonlySet<string>;
  /** Starts of words, by their first two letters. */
  readonly stems: ReadonlyMap<string, readonly string[]>;
  /** Several words, by the first of them. */
  readonly phrases: readonly { readonly first: string; readonly text: string }[];
  /** Words of other scripts, which may be part of a longer word. */
  readonly foreign: readonly string[];
}

/** The words of each concept in all languages. */
export const SETUP_WORDS: Readonly<Record<SetupConcept, ConceptWords>> = {
  password: wordsOf("password"),
  archive: wordsOf("archive"),
  run: wordsOf("run"),
  terminal: wordsOf("terminal"),
  copy: wordsOf("copy"),
  command: wordsOf("command"),
  install: wordsOf("install"),
  required: wordsOf("required"),
};

/** All words of a concept as alternatives of a pattern, the longest first. */
export function alternatives(concept: SetupConcept, ending: string): string {
  const { words, stems, phrases, foreign } = SETUP_WORDS[concept];
  return [
    ...words,
    ...[...stems.values()].flat().map((stem) => stem + ending),
    ...phrases.map(({ text }) => text),
    ...foreign,
  ]
    .sort((a, b) => b.length - a.length)
    .join("|");
}

function wordsOf(concept: SetupConcept): ConceptWords {
  const words = new Set<string>();
  const stems = new Map<string, string[]>();
  const phrases = new Map<string, { first: string; text: string }>();
  const foreign = new Set<string>();
  for (const language of LANGUAGES)
    for (const entry of language[concept].split(" ")) {
      const word = entry.replaceAll("_", " ").replace("*", "");
      if (word === "") continue;
      if (JOINED.test(word)) foreign.add(word);
      else if (/[^\p{L}]/u.test(word))
        phrases.set(word, { first: /\p{L}{2,}/u.exec(word)?.[0] ?? "", text: word });
      else if (entry.endsWith("*"))
        stems.set(word.slice(0, 2), [...(stems.get(word.slice(0, 2)) ?? []), word]);
      else words.add(word);
    }
  return { words, stems, phrases: [...phrases.values()], foreign: [...foreign] };
}
