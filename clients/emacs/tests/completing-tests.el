;;; completing-tests.el --- Tests of `seekline-completing-read'  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)
(require 'seekline-completing-read)

(defun completing-tests-read (keys &rest arguments)
  "Return what `seekline-completing-read' with ARGUMENTS reads while KEYS are typed."
  (let (read)
    (support-type (lambda () (interactive) (setq read (apply #'seekline-completing-read "Choose: " arguments))) keys)
    read))

(ert-deftest completing-chooses-the-best-match ()
  (should (equal (completing-tests-read "mkf\r" '("main.c" "Makefile" "notes.txt") nil t) "Makefile"))
  (should (equal (completing-tests-read "no\r" '("snow" "notes") nil t) "notes"))
  ;; Text that equals one of the strings means that string, even if it would mean something else to the engine.
  (should (equal (completing-tests-read "!x\r" '("y" "!x") nil t) "!x"))
  ;; That holds for a text that equals it but for case, too, whatever Emacs takes for equal.
  (dolist (completion-ignore-case '(nil t))
    (should (equal (completing-tests-read "makefile\r" '("makefile.am" "Makefile") nil t) "Makefile"))
    (should (equal (completing-tests-read "makefile\r" '("Makefile" "makefile") nil t) "makefile")))
  ;; Spaces and question marks are part of the text.
  (should (equal (completing-tests-read "what ?\r" '("what" "what ?") nil t) "what ?")))

(ert-deftest completing-accepts-each-kind-of-collection ()
  (let ((table (make-hash-table :test #'equal)))
    (puthash "snow" 1 table)
    (puthash "rain" 2 table)
    (dolist (collection (list '("snow" "rain") '(snow rain) '(("snow" . 1) ("rain" . 2)) table
                              (lambda (string predicate action)
                                (complete-with-action action '("snow" "rain") string predicate))))
      (should (equal (completing-tests-read "sno\r" collection nil t) "snow"))))
  (should (equal (completing-tests-read "n\r" '(("snow" . 1) ("rain" . 2)) (lambda (pair) (= 2 (cdr pair))) t) "rain")))

(ert-deftest completing-otherwise-behaves-like-completing-read ()
  (let ((history '("earlier")))
    (ignore history)
    ;; Without a required match, what is typed counts.
    (should (equal (completing-tests-read "sno\r" '("snow" "rain")) "sno"))
    (should (equal (completing-tests-read "\r" '("snow" "rain") nil t nil nil "rain") "rain"))
    (should (equal (completing-tests-read "\r" '("snow" "rain") nil t) ""))
    (should (equal (completing-tests-read "ow\r" '("snow" "rain") nil t "sn") "snow"))
    (should (equal (completing-tests-read "SNOW\r" '("snow" "SNOW") nil t) "SNOW"))
    ;; Whether the text is a candidate does not depend on what has been shown.
    (should (equal (completing-tests-read "item 3999\r" (completing-tests-many 4000) nil t) "item 3999"))))

(ert-deftest completing-asks-only-for-confirmation-if-other-texts-are-allowed ()
  (let (said)
    (cl-letf (((symbol-function 'minibuffer-message) (lambda (&rest words) (push (apply #'format words) said))))
      ;; After TAB, it is known how many match.
      (should (equal "ma" (completing-tests-read "ma\t\r\r" '("main.c" "Makefile") nil 'confirm))))
    (should (member "Confirm" said))
    (should-not (cl-find "2 matches" said :test #'string-prefix-p))))

(defvar completing-tests-history nil
  "The history of a test.")

(ert-deftest completing-remembers-what-was-chosen ()
  (setq completing-tests-history nil)
  (completing-tests-read "sno\r" '("snow" "rain") nil t nil 'completing-tests-history)
  (should (equal completing-tests-history '("snow"))))

(defun completing-tests-many (count)
  "Return COUNT strings."
  (cl-loop for number from 1 to count collect (format "item %d" number)))

(ert-deftest completing-can-be-quit ()
  (let (what)
    (support-type (lambda ()
                    (interactive)
                    (setq what (condition-case nil
                                   (seekline-completing-read "Choose: " '("snow" "rain") nil t)
                                 (quit 'quit))))
                  "sno\C-g")
    (should (eq 'quit what)))
  (should (= 0 (hash-table-count seekline--sessions))))

(ert-deftest completing-returns-the-string-of-the-caller ()
  ;; No matter what is shown instead of the string.
  (dolist (string (list "a\tb\nc" "日本語" (propertize "bold" 'face 'bold)))
    (should (equal (substring-no-properties string)
                   (completing-tests-read (concat (substring-no-properties string 0 1) "\r") (list string "zzz") nil t)))))

(ert-deftest completing-accepts-strings-longer-than-a-message ()
  (dolist (char '(?x ?日))
    (let* ((long (make-string 1200000 char))
           (strings `("alpha" ,long ,@(completing-tests-many 4000) "beta")))
      (should (equal "beta" (completing-tests-read "bet\r" strings nil t)))
      ;; The whole string, whether it is the best match or is already there.
      (should (equal long (completing-tests-read (concat (make-string 3 char) "\r") strings nil t)))
      (should (equal long (completing-tests-read "\r" strings nil t long))))))

(defmacro completing-tests-with-held (variable &rest body)
  "Run BODY with an engine that can be held, its program in VARIABLE."
  (declare (indent 1))
  `(let* ((,variable (support-held-program))
          (seekline-program ,variable))
     (seekline-stop)
     (unwind-protect (progn ,@body)
       (seekline-stop))))

(defmacro completing-tests-said (variable &rest body)
  "Run BODY with VARIABLE bound to the messages that it sends, newest first."
  (declare (indent 1))
  `(let* (,variable
          (listen (lambda (_connection &rest message) (push message ,variable))))
     (advice-add #'jsonrpc-connection-send :before listen)
     (unwind-protect (progn ,@body)
       (advice-remove #'jsonrpc-connection-send listen))))

(ert-deftest completing-sends-a-long-list-in-pieces ()
  (let ((strings (vconcat (completing-tests-many 30000))))
    (completing-tests-said said
      (completing-tests-with-held held
        (support-with-session (session "list")
          (support-wait "an answer" (seekline-session-minimum session))
          (support-hold held)
          (seekline-session-set-items session 30000 (lambda (number) (list :title (aref strings number))))
          (seekline-session-set-query session "29999")
          ;; No third piece is sent before one is answered, and the query is in flight.
          (let ((methods (mapcar (lambda (message) (plist-get message :method)) said)))
            (should (eq 'setQuery (car methods)))
            (should (= 2 (cl-count 'setItems methods))))
          (should-not (seekline-session-settled-p session))
          (support-let-go held)
          (support-settle session)
          (should (equal (support-titles session) '("item 29999")))
          ;; A search that began before all items were there is repeated.
          (should (eq 'refresh (plist-get (car said) :method)))
          (should (= 30000 (apply #'+ (mapcar (lambda (params) (length (plist-get params :items)))
                                              (completing-tests-pieces said))))))))))

(defun completing-tests-pieces (said)
  "Return the params of each `setItems' in SAID."
  (cl-loop for message in said when (eq 'setItems (plist-get message :method)) collect (plist-get message :params)))

(ert-deftest completing-sends-pieces-that-fit-into-a-pipe ()
  (completing-tests-said said
    (support-with-session (session "list")
      (seekline-session-set-items session 9 (lambda (number) (list :title (format "%d %s" number (make-string 10000 ?x)))))
      (support-settle session)
      (let ((sizes (mapcar (lambda (params) (length (json-serialize params :false-object :json-false)))
                           (completing-tests-pieces said))))
        (should (>= (length sizes) 5))
        (should (<= (apply #'max sizes) 28200))))))

(ert-deftest completing-shortens-titles-that-do-not-fit-into-a-pipe ()
  (completing-tests-said said
    (support-with-session (session "list")
      (seekline-session-set-items
       session 4 (lambda (number) (list :title (make-string 100000 (aref [?x ?日 ?\C-a #x3fff80] number)))))
      (support-settle session)
      (should-not (seekline-session-error session))
      (let ((pieces (completing-tests-pieces said)))
        (should (= 4 (apply #'+ (mapcar (lambda (params) (length (plist-get params :items))) pieces))))
        (should (<= (apply #'max (mapcar (lambda (params) (length (json-serialize params :false-object :json-false))) pieces))
                    28200)))
      ;; Searches match what is left of them.
      (seekline-session-set-query session "xxxx")
      (support-settle session)
      (should (equal (list (concat (make-string 14999 ?x) "…")) (support-titles session))))))

(ert-deftest completing-sends-the-list-to-a-new-engine-too ()
  (support-with-session (session "list")
    (seekline-session-set-items session 2 (lambda (number) (list :title (if (= number 0) "snow" "rain"))))
    (seekline-session-set-query session "sn")
    (support-settle session)
    (should (equal (support-titles session) '("snow")))
    (signal-process (support-engine) 'KILL)
    (support-wait "an error" (seekline-session-error session))
    (seekline-session-set-query session "ra")
    (support-settle session)
    (should (equal (support-titles session) '("rain")))))

(ert-deftest completing-reports-invalid-items ()
  (support-with-session (session "list")
    (seekline-session-set-items session 1 (lambda (_) (list :title "snow" :id 7)))
    (support-wait "an error" (seekline-session-error session))
    (should (string-match-p "items\\[0\\].id" (plist-get (seekline-session-error session) :message)))
    (support-settle session)))

(defun completing-tests-open (form)
  "Evaluate FORM, which reads something, in the terminal, and wait for its prompt."
  (support-eval `(progn (run-with-timer 0 nil (lambda () (setq terminal-read ,form))) nil))
  (support-see "Choose:"))

;; In the terminal.

(defmacro completing-tests-in-terminal (&rest body)
  "Run BODY with the Emacs in the terminal.
Whatever a form of `completing-tests-open' reads is in `terminal-read'."
  (declare (indent 0))
  `(support-in-terminal
     (support-eval '(progn (require 'seekline-completing-read) (defvar terminal-read nil) (setq terminal-read nil)))
     ,@body))

(ert-deftest completing-shows-matches-while-the-user-types ()
  (completing-tests-in-terminal
    (completing-tests-open '(seekline-completing-read "Choose: " '("main.c" "Makefile" "notes.txt") nil t))
    (support-paste "mk")
    (support-see "Choose: mk" "^Makefile")
    (support-keys "Enter")
    (support-wait "the choice" (equal "Makefile" (support-eval 'terminal-read)))))

(ert-deftest completing-leaves-minibuffers-within-it-as-they-are ()
  (completing-tests-in-terminal
    (let ((settings '(with-temp-buffer completion-category-overrides)))
      (let ((before (support-eval settings)))
        (completing-tests-open '(seekline-completing-read "Choose: "
                                                          (lambda (string predicate action)
                                                            (if (eq action 'metadata)
                                                                '(metadata (category . file))
                                                              (complete-with-action action '("snow" "rain") string predicate)))
                                                          nil t))
        (should (equal before (support-eval settings))))
      (support-paste "ow")
      (support-keys "Tab")
      (support-see "Choose: snow"))))

(ert-deftest completing-shows-matches-in-vertico ()
  (completing-tests-in-terminal
    (support-eval '(progn (require 'vertico) (vertico-mode) nil))
    (completing-tests-open '(seekline-completing-read "Choose: " (mapcar #'number-to-string (number-sequence 1 50000)) nil t))
    (support-paste "49999")
    (support-see "1/1 +Choose: 49999")
    (support-keys "Enter")
    (support-wait "the choice" (equal "49999" (support-eval 'terminal-read)))))

(ert-deftest completing-chooses-nothing-from-an-older-list-in-vertico ()
  (completing-tests-in-terminal
    (let ((held (support-held-program)))
      (support-eval `(progn (require 'vertico) (vertico-mode) (seekline-stop) (setq seekline-program ,held)))
      (unwind-protect
          (progn
            (completing-tests-open '(seekline-completing-read "Choose: " '("snow" "sun and rain") nil t))
            (support-see "1/2 +Choose:")
            (support-hold held)
            (support-paste "su\r")
            (support-see "Choose: su")
            (support-wait "the key" (support-eval '(eq 13 (aref (recent-keys) (1- (length (recent-keys)))))))
            (support-let-go held)
            (support-wait "the choice" (equal "sun and rain" (support-eval 'terminal-read))))
        (support-let-go held)
        (support-eval '(progn (seekline-stop) (setq seekline-program nil)))))))

(ert-deftest completing-is-not-blocked-by-an-engine-that-has-stopped ()
  (completing-tests-in-terminal
    (let ((held (support-held-program)))
      (support-eval `(progn (seekline-stop) (setq seekline-program ,held)))
      (unwind-protect
          (progn
            (completing-tests-open '(seekline-completing-read
                                     "Choose: " (cons "later" (mapcar #'number-to-string (number-sequence 1 100000))) nil t))
            (support-see "^later")
            (support-hold held)
            ;; In one go, so that Emacs has no chance to show the text before it waits.
            (support-paste "99 9\r")
            (support-see "Choose: 99 9")
            (should (support-fluent-p))
            (should (eq 1 (support-eval '(minibuffer-depth))))
            ;; A user who types on after RET has not chosen.
            (support-keys "C-a" "C-k")
            (support-write "later")
            (support-see "Choose: later\\( \\[.*\\]\\)?$")
            (support-keys "Enter")
            (support-wait "the choice" (equal "later" (support-eval 'terminal-read))))
        (support-let-go held)
        (support-eval '(progn (seekline-stop) (setq seekline-program nil)))))))

(provide 'completing-tests)
;;; completing-tests.el ends here
