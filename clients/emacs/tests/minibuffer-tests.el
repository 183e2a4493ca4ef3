;;; minibuffer-tests.el --- Tests of the search in the minibuffer, in a terminal  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)

(defun minibuffer-tests-open (source)
  "Start a search of SOURCE in the terminal."
  (support-eval `(setq seekline-source ,source))
  (support-keys "F5")
  (support-see (format "Search %s:" source)))

(defmacro minibuffer-tests-with-vertico (&rest body)
  "Run BODY with Vertico in the terminal."
  `(support-in-terminal
     (support-eval '(progn (require 'vertico) (vertico-mode) nil))
     ,@body))

(defun minibuffer-tests-clear ()
  "Remove the text in the minibuffer.
There must be some: when a command fails, Emacs discards the keys
that were typed after it, and killing nothing is a failure."
  (support-keys "C-a" "C-k"))

(defun minibuffer-tests-hold (text)
  "Search for TEXT in an empty minibuffer; Wikipedia holds back the answer."
  (support-control "service" "wikipedia" "hold" "1")
  (let ((before (length (support-requests "wikipedia"))))
    (support-paste text)
    (support-wait "the request" (> (length (support-requests "wikipedia")) before))))

(ert-deftest minibuffer-completes-as-emacs-does ()
  (support-in-terminal
    (minibuffer-tests-open "unicode")
    (support-write "man snow")
    (support-keys "Tab")
    (support-see "^☃   SNOWMAN  U\\+2603 · Other Symbol$" "BLACK SNOWMAN" "Search unicode: man snow$")
    (support-write " black")
    (support-keys "Tab" "Enter")
    (support-wait "the character" (equal "⛇" (support-eval '(with-current-buffer "*scratch*" (buffer-string)))))))

(ert-deftest minibuffer-shows-results-while-the-user-types ()
  (support-in-terminal
    (minibuffer-tests-open "unicode")
    (support-write "man snow")
    (support-see "^☃   SNOWMAN  U\\+2603 · Other Symbol$" "BLACK SNOWMAN" "Search unicode: man snow$")
    (support-write "zz")
    (support-wait "nothing"
      (let ((screen (support-screen)))
        (and (string-match-p "snowzz" screen) (not (string-match-p "SNOWMAN" screen)))))
    (support-keys "BSpace" "BSpace" "C-a")
    (support-write "black ")
    (support-keys "Tab" "Enter")
    (support-wait "the character" (equal "⛇" (support-eval '(with-current-buffer "*scratch*" (buffer-string)))))))

(ert-deftest minibuffer-works-in-keyboard-macros ()
  (support-in-terminal
    (support-eval '(setq seekline-source "unicode"))
    (support-keys "F3" "F5")
    (support-see "Search unicode:")
    (support-write "black snowman")
    (support-see "^⛇   BLACK SNOWMAN")
    (support-keys "Tab" "Enter" "F4")
    (support-see "^⛇ *$")
    (support-eval '(with-current-buffer (messages-buffer) (let ((inhibit-read-only t)) (erase-buffer))))
    (support-keys "F4")
    (support-see "^⛇⛇ *$")
    (should-not (string-search "Error" (support-eval '(with-current-buffer (messages-buffer) (buffer-string)))))))

(ert-deftest minibuffer-says-that-several-items-match ()
  (support-in-terminal
    (minibuffer-tests-open "unicode")
    (support-write "man snow")
    (support-see "^☃   SNOWMAN  U\\+2603 · Other Symbol$")
    (support-keys "Enter")
    (support-see "Search unicode: man snow.*3 matches: type more of one, or choose with M-v")))

(ert-deftest minibuffer-shows-no-list-of-an-older-query-while-the-user-types ()
  (support-in-terminal
    (minibuffer-tests-open "wikipedia")
    (support-paste "haskell")
    (support-see "^Haskell compiler")
    (minibuffer-tests-clear)
    (minibuffer-tests-hold "rust")
    (minibuffer-tests-clear)
    (support-paste "erlang")
    (support-see "^Erlang compiler")
    ;; The older answer arrives before the one that is requested after it.
    (support-control "release" "wikipedia")
    (support-write " com")
    (support-wait "one Erlang"
      (let ((screen (support-screen)))
        (should-not (string-match-p "Rust" screen))
        (and (string-match-p "^Erlang compiler" screen) (not (string-match-p "^Erlang  " screen)))))))

(ert-deftest minibuffer-says-what-is-wrong-while-the-user-types ()
  (support-in-terminal
    (minibuffer-tests-open "wikipedia")
    (support-write "s")
    (support-see "Search wikipedia: s.*Type 2 more")
    (support-write "w")
    (support-see "Search wikipedia: sw.*Type 1 more")
    (support-control "service" "wikipedia" "status" "500")
    (support-paste "ift")
    (support-see "Search wikipedia: swift.*answered with status 500")
    (support-write " com")
    (support-see "Search wikipedia: swift com$" "^Swift compiler")))

(ert-deftest minibuffer-remembers-the-query ()
  (minibuffer-tests-with-vertico
   (support-eval '(setq seekline-history nil))
   (minibuffer-tests-open "unicode")
   (support-write "man snow")
   (support-see "1/3 +Search unicode: man snow" "^☃   SNOWMAN")
   (support-keys "Down" "Enter")
   (support-wait "the character" (equal "⛄" (support-eval '(with-current-buffer "*scratch*" (buffer-string)))))
   (should (equal '("man snow") (support-eval 'seekline-history)))
   (minibuffer-tests-open "unicode")
   (support-keys "M-p")
   (support-see "1/3 +Search unicode: man snow" "^☃   SNOWMAN")))

(ert-deftest minibuffer-completes-with-fido ()
  (support-in-terminal
    (support-eval '(progn (fido-vertical-mode) nil))
    (minibuffer-tests-open "unicode")
    (support-paste "man snow")
    (support-see "1/3 Search unicode: man snow" "^⛄   SNOWMAN WITHOUT SNOW")
    (support-keys "C-n")
    (support-see "2/3 ")
    (support-keys "Enter")
    (support-wait "the character" (equal "⛄" (support-eval '(with-current-buffer "*scratch*" (buffer-string)))))))

(ert-deftest minibuffer-completes-with-vertico ()
  (minibuffer-tests-with-vertico
   (minibuffer-tests-open "unicode")
   (support-paste "man snow")
   (support-see "1/3 +Search unicode: man snow" "^☃   SNOWMAN" "^⛄  SNOWMAN WITHOUT SNOW")
   (support-keys "Down")
   (support-see "2/3 ")
   (support-keys "Enter")
   (support-wait "the character" (equal "⛄" (support-eval '(with-current-buffer "*scratch*" (buffer-string)))))
   (should (= 0 (support-eval '(hash-table-count seekline--sessions))))))

(ert-deftest minibuffer-applies-keys-typed-ahead-to-the-list-that-arrives ()
  (minibuffer-tests-with-vertico
   (support-eval '(setq seekline-session-patience 60))
   (minibuffer-tests-open "wikipedia")
   (minibuffer-tests-hold "haskell")
   (support-keys "Down" "Enter")
   (support-wait "the keys" (support-eval '(input-pending-p)))
   (support-control "release" "wikipedia")
   (support-see "browsing http.*curid=30$")))

(ert-deftest minibuffer-shows-a-list-that-it-did-not-wait-for ()
  (minibuffer-tests-with-vertico
   (support-eval '(setq seekline-session-patience 0))
   (minibuffer-tests-open "wikipedia")
   (minibuffer-tests-hold "haskell")
   (support-keys "Down" "Enter")
   (support-wait "a command without the answer"
     (support-eval '(cl-some #'seekline-session-missed (hash-table-values seekline--sessions))))
   (support-control "release" "wikipedia")
   (support-see "1/7 +Search wikipedia: haskell" "^Haskell  " "^Haskell compiler")
   (support-keys "Enter")
   (support-see "browsing http.*curid=29$")))

(ert-deftest minibuffer-asks-for-the-source ()
  (minibuffer-tests-with-vertico
   (support-keys "C-u" "F5")
   (support-see "Source (default unicode)" "^unicode  Unicode characters" "^hotpepper  Hot Pepper Gourmet")
   (support-write "wiki")
   (support-see "1/1")
   (support-keys "Enter")
   (support-see "Search wikipedia:")
   (support-write "swift style")
   (support-see "1/1 .*swift style")
   (support-keys "Enter")
   (support-see "browsing http://.*curid=6")))

(ert-deftest minibuffer-loses-no-key-while-it-asks-for-the-source ()
  (minibuffer-tests-with-vertico
   (support-keys "C-u" "F5")
   (support-see "Source (default unicode)")
   (support-eval '(terminal-dawdle 'vertico--recompute))
   (support-paste "w")
   (support-wait "the candidates" (support-eval 'terminal-dawdles))
   (support-keys "i" "k" "Enter")
   (support-see "Search wikipedia:")))

(ert-deftest minibuffer-loses-no-key-and-shows-nothing-stale ()
  (minibuffer-tests-with-vertico
   (minibuffer-tests-open "wikipedia")
   (support-write "swift program in")
   (support-see "Search wikipedia: swift program in$" "^Swift compiler")
   (minibuffer-tests-clear)
   (minibuffer-tests-hold "haskell")
   (minibuffer-tests-clear)
   (support-write "rust com")
   (support-see "Search wikipedia: rust com$" "^Rust compiler")
   ;; Once Erlang is there, Haskell would be there too, if anything still waited for it.
   (support-control "release" "wikipedia")
   (minibuffer-tests-clear)
   (support-write "erlang")
   (support-wait "Erlang"
     (let ((screen (support-screen)))
       (should-not (string-match-p "Haskell" screen))
       (string-match-p "^Erlang compiler" screen)))))

(ert-deftest minibuffer-loses-no-key-when-several-arrive-at-once ()
  (minibuffer-tests-with-vertico
   (minibuffer-tests-open "unicode")
   (support-eval '(terminal-dawdle 'seekline--search))
   (support-paste "s")
   (support-wait "a search" (support-eval 'terminal-dawdles))
   (support-paste "nowman bla")
   (support-see "1/1 +Search unicode: snowman bla$" "^⛇   BLACK SNOWMAN")))

(ert-deftest minibuffer-does-not-freeze-while-a-server-hangs ()
  (minibuffer-tests-with-vertico
   (minibuffer-tests-open "wikipedia")
   (support-control "service" "wikipedia" "hang" "120")
   (let ((before (length (support-requests "wikipedia"))))
     (support-paste "swift")
     (support-wait "the request that hangs" (> (length (support-requests "wikipedia")) before)))
   (support-see "Search wikipedia: swift.*searching…")
   (should (support-fluent-p))
   (support-write " compiler")
   (support-see "1/1 +Search wikipedia: swift compiler$" "^Swift compiler")
   (support-keys "C-g")
   (support-wait "no session" (= 0 (support-eval '(hash-table-count seekline--sessions))))))

(ert-deftest minibuffer-can-be-quit-while-a-server-hangs ()
  (minibuffer-tests-with-vertico
   (minibuffer-tests-open "wikipedia")
   (support-control "service" "wikipedia" "hang" "9")
   (support-paste "swift")
   (support-see "searching…")
   (support-keys "C-g")
   (support-see "Quit")
   (support-wait "no session" (= 0 (support-eval '(hash-table-count seekline--sessions))))
   (should (support-eval '(not (active-minibuffer-window))))))

(ert-deftest minibuffer-shows-an-error-and-recovers ()
  (minibuffer-tests-with-vertico
   (minibuffer-tests-open "wikipedia")
   (support-control "service" "wikipedia" "status" "500")
   (support-paste "swift")
   (support-see "Search wikipedia: swift.*answered with status 500")
   (support-write " com")
   (support-see "Search wikipedia: swift com$" "^Swift compiler")))

(ert-deftest minibuffer-starts-one-engine-however-fast-the-user-types ()
  (minibuffer-tests-with-vertico
   (dotimes (_ 5)
     (minibuffer-tests-open "unicode")
     (support-eval '(progn (seekline-stop) nil))
     (support-write "snowman bla")
     (support-see "1/1 .*snowman bla$" "^⛇   BLACK SNOWMAN")
     (support-keys "C-g")
     (support-see "Quit")
     (should (= 1 (support-eval '(length (terminal-engines)))))
     (support-eval '(progn (message nil) nil)))))

(ert-deftest minibuffer-outlives-the-engine ()
  (minibuffer-tests-with-vertico
   (minibuffer-tests-open "unicode")
   (support-paste "snow")
   (support-see "Search unicode: snow$" "^☃   SNOWMAN" "SNOWFLAKE")
   (support-eval '(terminal-kill-engine))
   (support-wait "the end of the engine" (= 0 (support-eval '(length (terminal-engines)))))
   (support-see "the engine has ended")
   (support-write "man bla")
   (support-see "1/1 .*snowman bla" "^⛇   BLACK SNOWMAN")))

(ert-deftest minibuffer-is-not-harmed-by-hostile-titles ()
  (minibuffer-tests-with-vertico
   (support-wiki "one\e[2J\ntwo" "\u202egnissim" (make-string 100000 ?x) "العربية 12" "😀 end")
   (minibuffer-tests-open "wikipedia")
   (support-paste "hostile")
   (support-see "1/5 +Search wikipedia: hostile$" "^one�\\[2J two" "^�gnissim" "^xxxx" "العربية\\|ةيبرعلا" "^😀 end")
   (support-keys "Down" "Down" "Down" "Enter")
   (support-see "browsing http.*curid=903")))

(ert-deftest minibuffer-takes-a-title-from-right-to-left ()
  (support-in-terminal
    (support-wiki "שלום" "Peace")
    (minibuffer-tests-open "wikipedia")
    (support-paste "peace")
    (support-see "^Peace")
    (support-keys "M-v" "Enter")
    (support-see "browsing http.*curid=900")))

(ert-deftest minibuffer-search-continues-in-a-list ()
  (dolist (vertico '(nil t))
    (support-in-terminal
      (when vertico
        (support-eval '(progn (require 'vertico) (vertico-mode) nil)))
      (minibuffer-tests-open "unicode")
      (support-write "black snowman")
      (support-see "BLACK SNOWMAN")
      ;; A candidate is not a query.
      (support-keys "Tab")
      (support-see "Search unicode: BLACK SNOWMAN")
      (support-keys "C-c" "C-o")
      (support-see "^ unicode  black snowman +1" "^⛇   BLACK SNOWMAN +U\\+26C7" "^ end of the list$")
      (should (equal '(0 1 1 "")
                     (support-eval '(list (recursion-depth) (length (window-list)) (hash-table-count seekline--sessions)
                                          (with-current-buffer "*scratch*" (buffer-string))))))
      ;; The list belongs to the buffer from which the search was started.
      (support-keys "i")
      (support-wait "the character" (equal "⛇" (support-eval '(with-current-buffer "*scratch*" (buffer-string)))))
      (should (equal "Nothing is searched for here"
                     (support-eval '(condition-case problem (seekline-continue-in-list) (user-error (cadr problem)))))))))

;; By the time of C-c C-o, the text has been a candidate, or is one.
(ert-deftest minibuffer-search-continues-with-the-text-that-the-user-has-edited ()
  (dolist (vertico '(nil t))
    (pcase-dolist (`(,typed . ,keys) '(("SNOWMANX" "BSpace") ("snow" "M-p")))
      (support-in-terminal
        (when vertico
          (support-eval '(progn (require 'vertico) (vertico-mode) nil)))
        (support-eval '(setq seekline-history '("SNOWMAN")))
        (minibuffer-tests-open "unicode")
        (support-paste "SNOWMAN")
        (support-see "Search unicode: SNOWMAN$" "BLACK SNOWMAN")
        (minibuffer-tests-clear)
        (support-paste typed)
        (support-see (concat "Search unicode: " typed))
        (apply #'support-keys keys)
        (support-see "Search unicode: SNOWMAN$")
        (support-keys "C-c" "C-o")
        (support-see "^ unicode  SNOWMAN +3")))))

(defun minibuffer-tests-hold-more ()
  "Search for \"swift\" and then for \"swift style\", and hold back the answer to that."
  (minibuffer-tests-open "wikipedia")
  (support-paste "swift")
  (support-see "^Swift compiler")
  (minibuffer-tests-hold " style")
  (support-see "Search wikipedia: swift style" "^Swift compiler"))

(defun minibuffer-tests-go-to-completions ()
  "Go to the completions buffer, whatever list it has."
  (support-keys "C-x" "o" "C-x" "o")
  (support-wait "the window" (support-eval '(equal "*Completions*" (buffer-name (window-buffer (selected-window)))))))

(ert-deftest minibuffer-goes-to-completions-once-they-are-those-of-the-text ()
  (support-in-terminal
    (support-eval '(setq seekline-session-patience 60))
    (minibuffer-tests-hold-more)
    (support-keys "M-v" "Enter")
    (support-wait "the keys" (support-eval '(input-pending-p)))
    (support-control "release" "wikipedia")
    (support-see "browsing http.*curid=6$")))

(ert-deftest minibuffer-updates-completions-while-the-user-is-in-them ()
  (support-in-terminal
    (minibuffer-tests-hold-more)
    (minibuffer-tests-go-to-completions)
    (support-control "release" "wikipedia")
    (support-wait "the list" (not (string-match-p "^Swift compiler" (support-screen))))
    (support-keys "Tab" "Enter")
    (support-see "browsing http.*curid=6$")))

(ert-deftest minibuffer-updates-completions-when-the-user-returns ()
  (minibuffer-tests-with-records set
    (set '("foo" "OLD"))
    (minibuffer-tests-open "records")
    (support-paste "fo")
    (support-see "^foo  \\|^foo$")
    (support-keys "C-x" "o")
    (support-wait "the window" (support-eval '(not (minibufferp (window-buffer (selected-window))))))
    (set '("food" "NEW"))
    (support-wait "the list"
      (support-eval '(equal "food" (plist-get (car (seekline-session-items (car (hash-table-values seekline--sessions))))
                                              :title))))
    (support-keys "C-x" "o" "C-x" "o")
    (support-see "^food")))

(ert-deftest minibuffer-takes-what-is-chosen-from-an-older-list ()
  (support-in-terminal
    (minibuffer-tests-hold-more)
    (minibuffer-tests-go-to-completions)
    (support-keys "Tab" "Tab" "Enter")
    (support-see "browsing http.*curid=2$")
    (support-control "release" "wikipedia")))

(ert-deftest minibuffer-leaves-those-within-it-as-they-are ()
  (support-in-terminal
    (let ((settings '(with-temp-buffer (list completion-category-overrides completion-ignore-case history-add-new-input))))
      (support-eval '(setq seekline-history '("earlier")))
      (let ((before (support-eval settings)))
        (minibuffer-tests-open "unicode")
        (should (equal before (support-eval settings))))
      ;; What is chosen is not remembered, but the query is.
      (support-paste "black snow")
      (support-see "BLACK SNOWMAN")
      (support-keys "Tab" "Enter")
      (minibuffer-tests-see-inserted "⛇")
      (should (equal '("black snow" "earlier") (support-eval 'seekline-history))))))

;; Lists that change under the user's hands.

(defmacro minibuffer-tests-with-records (set &rest body)
  "Run BODY with the terminal and a source `records' that is followed.
SET is bound to a function that sets its records: for each, its
title and what it inserts."
  (declare (indent 1))
  `(let* ((path (make-temp-file "seekline-records" nil ".jsonl"))
          (arguments (cl-loop for (name value) in `(("type" "lines") ("path" ,path) ("id" "insert") ("insert" "insert"))
                              append (list "--set" (format "records.%s=%s" name value)))))
     (cl-flet ((,set (&rest records)
                 (write-region (mapconcat (lambda (record)
                                            (concat (json-serialize `(:title ,(car record) :insert ,(cadr record))) "\n"))
                                          records "")
                               nil path nil 'silent)))
       (support-in-terminal
         (support-eval `(progn (seekline-stop) (setq seekline-arguments ',arguments seekline-action #'seekline-insert)))
         (unwind-protect (progn ,@body)
           (support-eval '(progn (seekline-stop)
                                 (setq seekline-arguments nil seekline-action #'seekline-insert-or-browse)))
           (delete-file path))))))

(defun minibuffer-tests-see-inserted (text)
  "Wait until TEXT has been inserted."
  (support-wait "the text" (equal text (support-eval '(with-current-buffer "*scratch*" (buffer-string))))))

(ert-deftest minibuffer-takes-no-item-that-the-list-has-lost ()
  (minibuffer-tests-with-records set
    (set '("foo" "OLD") '("fooling" "FOOLING"))
    (minibuffer-tests-open "records")
    (support-paste "foo")
    (support-see "^foo$\\|^foo  " "^fooling")
    ;; Its name belongs to the item that had it.
    (set '("foo" "NEW") '("fooling" "FOOLING"))
    (support-see "^foo (2)" "^fooling")
    (support-keys "Enter")
    (support-see "2 matches: type more of one")
    (set '("fooling" "FOOLING"))
    (support-wait "a list of one" (not (string-match-p "^foo (2)" (support-screen))))
    (support-keys "Enter")
    (minibuffer-tests-see-inserted "FOOLING")))

(ert-deftest minibuffer-takes-the-item-whose-candidate-completion-has-inserted ()
  (minibuffer-tests-with-records set
    (set '("foo" "OLD") '("fooling" "FOOLING"))
    (minibuffer-tests-open "records")
    (support-paste "lin")
    (support-see "^fooling")
    (set '("foo" "OLD") '("fooling" "NEW"))
    (support-see "^fooling (2)")
    ;; There is nothing to be found for the name itself.
    (support-keys "Tab")
    (support-see "Search records: fooling (2)")
    (support-keys "Enter")
    (minibuffer-tests-see-inserted "NEW")))

(ert-deftest minibuffer-shows-what-has-become-of-the-list ()
  (dolist (mode '(nil vertico-mode fido-vertical-mode))
    (minibuffer-tests-with-records set
      (when mode
        (support-eval `(progn (require 'vertico) (,mode) nil)))
      (set '("foo" "OLD") '("fooling" "FOOLING"))
      (minibuffer-tests-open "records")
      (support-paste "foo")
      (support-see "^foo  \\|^foo$" "^fooling")
      (set '("food" "NEW"))
      (support-see "^food")
      (should-not (string-match-p "^fooling" (support-screen)))
      (if mode (support-keys "Enter") (support-keys "Tab" "Enter"))
      (minibuffer-tests-see-inserted "NEW"))))

(provide 'minibuffer-tests)
;;; minibuffer-tests.el ends here
